"""The base of all rooms: errors, progress and stopping, dates, shares. Imports nothing of the engine."""
