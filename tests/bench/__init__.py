"""What the program costs: budgets in CPU milliseconds, beside the naive design."""
