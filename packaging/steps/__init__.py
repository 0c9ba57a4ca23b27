"""The steps of ``packaging/bootstrap.py``. Standard library only, and for every Python from 3.8 on."""
