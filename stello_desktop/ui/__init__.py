"""Qt: widgets, item models, theme, translation. Everything that a person sees."""
