"""Keeping the service going: systemd, signs of life, the log, buttons and lamps."""
