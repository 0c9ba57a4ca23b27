"""Opening a branch by hand: what is asked, what is remembered, what is said about it beforehand."""
