# What is used of PettingZoo, which is an extra and so is not installed wherever types are checked.
