"""What one conversation is told, by which layers, and what is sent next (C-5, M-7, T-8)."""
