"""The Discord side: what is posted, edited, watched and allowed there."""
