"""Whether the project's English is what an editor would print, in every text that a person sees.

``habits.toml`` has the habits of writing that are not printed, each as a pattern with a sentence
that has it and one that has not. ``exceptions.toml`` has the words that match and stay, each with
its reason, and how many sentences of a file are still to be mended: these counts only shrink.

    python -m tests.english                 every match, with its place
    python -m tests.english spec docs       those of some folders or files
    python -m tests.english --shrink        lower the counts to what is left
"""
