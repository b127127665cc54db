"""Light and colour: what pictures are measured in, and what noise does to them."""
