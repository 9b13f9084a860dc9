"""What everything else stands on: errors, progress and stopping, dates, shares. Imports nothing of the engine."""
