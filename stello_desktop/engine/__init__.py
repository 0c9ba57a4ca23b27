"""Forks, rounds and what a model is sent; knows the domain alone, no store, no service, no window."""
