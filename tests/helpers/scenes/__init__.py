"""What pictures are taken of: one module for each part of the window; `PLACES` of each are its scenes."""
