"""Where things are: camera, lens and poses, and boards seen from straight above."""
