"""What `referee` does on the command line, a file a subcommand."""
