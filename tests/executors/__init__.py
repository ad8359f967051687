"""Work that other processes and machines do."""
