"""Values and ports that every other room agrees on; the standard library alone."""
