"""A support desk that a model works at: it reads tickets, looks up orders, refunds, asks back, escalates, closes."""
