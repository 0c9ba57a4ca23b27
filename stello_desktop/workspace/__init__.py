"""The application without a face: use cases, undo, live turns, settings."""
