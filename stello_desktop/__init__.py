"""Stello Desktop: AI conversations as a living tree on a map."""

__version__ = "0.1.0"
