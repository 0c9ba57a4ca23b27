"""Laws that hold for any input: composing, cleaning, the tree against a model, whole rounds.

``STELLO_EXAMPLES`` sets how many examples are tried of each; the gate takes the same ones every time.
"""
