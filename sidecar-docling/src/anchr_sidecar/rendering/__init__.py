"""Page images and the places of words on them. Runs in a child process only."""
