"""What programs and scripts are given and may send: states, pictures, actions, files."""
