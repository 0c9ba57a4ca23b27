"""Files from outside: one module per format; no store, no Qt. What they hold is data, never run."""
