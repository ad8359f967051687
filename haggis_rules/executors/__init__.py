"""Who does work that can be cut into shares: this process, others beside it, other machines.

Whatever takes an executor of ``concurrent.futures`` gives the same with any, and with none: a share
does not know of the others, and what comes of them is put together in their order.
"""
