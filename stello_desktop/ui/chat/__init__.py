"""The conversation: a transcript of documents, a composer, and the panel that joins them."""
