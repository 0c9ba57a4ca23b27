"""Where stars stand: pure geometry over arrays, without Qt and without knowing what a conversation is."""
