"""The numbers that somebody chose, and what each is for; docs/measurements.md says on what.

They are those of the eyes and of the rooms below them.  What is measured on pieces and prints, what
the network was taught with, and what only makes things quicker stands beside its code.
"""

from __future__ import annotations

import numpy as np

# Photometry: noise

NOISY = 5.0
"""Standard deviation in grey levels from which a picture is smoothed before it is read; where there
is no more light than that a place tells nothing."""

SMOOTH_PX = 1.0
"""Deviation in pixels of the smoothing."""

# Photometry: a board's own white

BESIDE_TILES = 0.35
"""How far from a cell nothing of a tile is seen any more, in tiles."""

WHITE_RANK = 85
"""Percentile of the never-covered places that is the board's white: paper is never rare."""

DARK_PAPER = 0.67
"""Share of the brackets' white under which lightest print is no paper: paper has 0.7 to 1."""

# Geometry

NO_BETTER = 1e-4
"""Part of what is off below which a step that gains no more is the last.

Height and focal length can hardly be told apart, and ever smaller steps along their valley moved no
corner of the eighteen sittings by more than a tenth of a pixel."""

FAR_OFF = (600.0, 60.0, 6.0)
"""Standard deviations beyond which a point counts linearly, one solution after the other.

From a rough first guess every point is far off: with the last bound alone none would pull harder
than any other, and the solver stays where it is.  From a near one the first are left out.
"""

FLAT_SCALE = 1.5
"""Pixels per millimetre of a flat picture: as fine as cameras over a table see a board."""

COARSE_SCALE = 1.0
"""Pixels per millimetre where scores and loose tiles are looked for: a cube is nine wide, a tile 14
or more."""

MARGIN_MM = 14.0
"""What a flat picture shows of the table around the board."""

SHARP_PX = 0.5
"""Standard deviation in pixels of a point that is seen sharply: of a tag, of a piece of print.
What moved less did not move."""

# Locate: brackets

QUICK_TAGS, ALL_TAGS = (9, 9, 10), (5, 45, 10)
"""Least, most and step of the windows in pixels in which light and dark are told: the first find
nearly all tags in a quarter of the time."""

MISREAD_PX = 8.0
"""How far a tag may be from where all tags together put it; beyond, it was misread or shoved."""

# Locate: boards put where their cells say

TAP_NOISE_PX = 3.0
"""How far off a tapped corner may be: fingers miss by a few pixels."""

TAPS_DOUBTED, TAPS_OFF = 0.15, 0.25
"""How far from taps the cells must have the corners, in tiles, before they count for no more than
that; and how far off taps are believed to be at most."""

TOGETHER = 4.0
"""How many times worse than each cell says it is they all are together: they err alike."""

ASKINGS = 2
"""How often the cells are asked, from ever nearer."""

# Locate: patches that might be boards

PATCHES_PX = 820
"""Pixels of the longer side at which patches are looked for."""

LEAST_PATCH = 0.012
"""Part of the picture below which a board is too small to be read."""

PATCH_SLACK = 0.05
"""How much of its outline's length a patch may deviate from a quadrilateral."""

STEEPNESSES = (12, 20, 32, 50)
"""Colour differences a pixel from which something is printed: none of them fits every light."""

CLOSINGS = (1, 5, 11)
"""Widths of the gaps in print that are closed, in pixels."""

LEVELS = (0.2, 0.35, 0.5, 0.65, 0.8)
"""Where between its darkest and its lightest a channel is cut."""

FLAT_PATCH = 0.12
"""Area over the diagonal's square below which a board would be seen from too far aside."""

# Locate: proposals

FRAME_MM = 9.0
"""By how much a board reaches beyond its light face within a dark frame."""

CERTAIN_BOARD = 4.5
"""Mean logit of a cell from which on it is a board."""

# Locate: boards followed

BLOCK_MM = 12.0
"""Side of a landmark."""

BLOCK_STEP_MM = 18.0
"""Distance of the places from which landmarks are chosen: none shows what another does."""

TEXTURE = 6.0
"""Grey levels of standard deviation below which a block shows nothing to follow."""

SAME_BLOCK = 0.75
"""Correlation from which a block is the same piece of print."""

AGREEING = 0.35
"""Share of blocks that must agree; below, the board is not where it was, and then lost."""

NEAR_MM, FAR_MM = 1.5, 5.0
"""How far beside its place print is looked for: where it should be, and where that is not known."""

IN_PLACE_MM = 1.2
"""How far beside its place print may be seen and still be in place, and all spaces on average."""

STRETCHED = 2.0
"""How many times as far as in place print stays beside its places that is stretched or sheared."""

# Locate: boards lost

FAR_OUT = 0.25
"""Part of a board's diagonal that may stick out of the picture before it is no use."""

NEARBY_MM = 60.0
"""How far a board is looked for first when it is no longer where it was."""

NEARBY_TURNS = np.radians(np.arange(-12.0, 12.1, 3.0))
"""Turns in which a nudged board is looked for; between two of them ``follow`` takes over."""

ARM_MM = 700.0
"""How far from where boards lay one of them, or a tile, is looked for: as far as people reach."""

MISFIT_MM = 0.38
"""Root mean square of what landmarks are off from which on the camera cannot be where it was."""

# Cells: what a picture shows of them

CUT_OFF = 242
"""Level from which on a channel is cut off: the camera shows white then, whatever is there."""

MOSTLY = 0.6
"""Share of a top that must be cut off before it counts as burnt white."""

STACKED = 2.5
"""Tiles above the print at which the top of a stack is looked for: midway from one to four."""

# Cells: from logits to likelihoods

SURE = 0.995
"""Chance of its likeliest content from which on a cell is not looked at again."""

SLIPS = 1e-5
"""Chance that something nobody taught the eyes is seen: no content is less likely than this."""

OFTENER, MARKER_OFTENER = 1.0, 2.0
"""Nats by which anything on a cell that was seen bare on its own board is likelier on tables than
in the drawings; and the marker, which hardly ever is missing where tiles lie on a floor line."""

STRANGE = -2.0
"""Mean logit of a board's cells below which it is no board of the game."""

SURELY_HIDDEN = 2.0
"""Logit that one of a board's cells must have for those that are likelier covered than not to count
as covered."""

# Cells: known faces, ornaments and inks

ALIKE = 2.0
"""How far descriptions of two faces are apart when they show one colour's tile or another's alike.
Twice as far apart they are of two colours."""

SAME_PLACE, LIKE_NEITHER = 0.6, 1.5
"""How far descriptions of two looks at one cell scatter, of whatever lies there: those of two looks
at one tile, wherever it lies, are 1 apart.  How far they are apart at least where a cell is neither
like its bare space nor like a tile."""

COUNTS = 1.5
"""Most that a known face counts for or against its colour, in nats."""

ORNAMENT = 4.0
"""Nats that a tile's ornament counts for a colour whose spaces have the same; for one whose known
tiles have it as many."""

RIM_PX = 4
"""Pixels around a face that are left out: a tile's rim mirrors light, and casts shadows."""

ORNAMENT_OFF_PX = 1
"""Pixels by which an ornament may lie beside its place either way."""

STRONG_INK = 0.2
"""Share of a face, or of a chip, from which on its second colour is strong."""

FARTHEST_INK = 30.0
"""Distance in L*a*b* beyond which a pixel has none of the set's colours."""

# Cells: the wall as a legend

UNLIKE = 0.7
"""How different spaces of one colour are, against all coloured ones, from which on a board's
colours are not its game's."""

OTHERWISE = 4.5
"""How many nats better other names must fit a legend's colours, a nat for each colour's mean space,
before the file's are not believed."""

NEARLY_WHOLE = 0.9
"""Share of a board's cells that must be clear before it is asked which of the family's it is."""

OTHER_SIDE = 1.0
"""By how much a board's cells must fit its other side better, mean logits, to lie wrong side up."""

LEAST_LEGEND = 10
"""Bare coloured spaces without which nothing is said: fewer may be alike by chance."""

# Sightings: several pictures of one moment

CONTRADICTS = 3.0
"""Nats by which two pictures must each be sure of different contents to contradict each other."""

# Pieces: cubes and sliders

STRAY_MM = 2.0
"""How far from the middle of its space a cube may stand and still be looked for there."""

MOST_CUBE_MM2 = 320.0
"""Most that is seen of a cube of 9 mm from the side, on a flat picture at half its height."""

CUBE_DARK = 0.75
"""Brightness of a square, against that of most spaces, below which it may be a cube."""

CUBE_FILLED = 0.8
"""Share of dark pixels that makes a cube rather than printed figures."""

# Pieces: dome tiles and chips

SPACE_LIMIT = 6.0
"""Nats at most by which one space tells whether a dome tile lies there."""

SURE_PRINT = 1.0
"""Nats by which a space must show one thing for tiles on it to be read by that."""

ANY_LIKELIER, SPACES_SPREAD, OTHERS_COUNT = 0.75, 2.0, 0.5
"""Of a dome tile's spaces without a colour: nats by which they are likelier for any tile than the
network says, nats by which one kind's spaces differ, and how much the others in a picture count."""

CHIP_CHANGED = 11.0
"""Mean colour distance from the bare print from which a chip lies there."""

# Loose tiles: the table from above

GAIN_SPREAD = 0.03
"""Scatter of the logarithm of a gain that is still ordinary."""

# Loose tiles: displays

RADII_MM = (18, 75)
"""Between these lie the radii of the displays of every edition."""

FINENESS, STEEP_CIRCLE, PERFECT_CIRCLE = 1.5, 300.0, 0.8
"""How circles are looked for: as OpenCV recommends, but a little less perfect ones too."""

SAME_RADIUS = 0.07
"""Part of its radius by which a display differs from others at most."""

SAME_COLOUR = 18.0
"""By how much colours of displays differ at most."""

DISPLAY_SHOWN = 0.4
"""Share of a display that must be seen beyond what is like it around: a mug may stand on it."""

# Loose tiles: tiles by their outline

NEW_PLACE = 5.0
"""Colour distance from the set-up picture from which a place is new."""

ABOVE_NOISE = 3.0
"""How many times what most of the table differs by a new place must differ."""

STEEP_EDGE = 7.0
"""Colour difference per pixel from which something is an edge, however steep."""

FITS = 0.45
"""Share of the outline that must run along edges: those of mugs are not all round."""

FREE_SHARE = 0.78
"""Share of a tile that must lie where something is new, and no other tile lies: tiles are placed to
a pixel or so, and may seem to lie on each other a little."""
