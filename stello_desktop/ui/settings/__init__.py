"""Settings: who answers, how it looks, how branches are made, where the data is."""
