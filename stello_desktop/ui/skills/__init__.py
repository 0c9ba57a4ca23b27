"""The place *Skills*: what the assistant can be told to do in a certain way."""
