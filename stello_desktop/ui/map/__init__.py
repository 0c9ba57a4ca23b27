"""The map: every conversation a star, every project a constellation, one sky for all."""
