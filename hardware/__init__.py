"""What can be touched: cameras, buttons, lights; each beside its simulated twin."""
