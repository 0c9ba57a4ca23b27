"""The person's data in one SQLite file: boot, one door for writing, the tree with its history and trash."""
