"""What a branch would be told, as widgets that editor, branch dialog and inspector share (M-7, C-5)."""
