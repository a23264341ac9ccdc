"""The words and signs of posts: names made harmless, units as players write them."""
