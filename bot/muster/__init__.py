"""The muster of a campaign as one table: its sectors, DSUs and RSUs in a file that people edit."""
