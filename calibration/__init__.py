"""Setting the table up: brackets, corners, lens, light and colours."""
