"""From Python functions to machine code: decorators, arguments, what is kept on disk, the library of a package."""
