"""What is no tile on a cell: score cubes and sliders, dome tiles, bonus chips."""
