"""The tree of conversations as a list, beside the map: same selection, folds, moves and undo."""
