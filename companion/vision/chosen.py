"""The numbers that somebody chose: all that the eyes have, and where each comes from.

What is measured on pieces and prints, what the network was taught with, and what only makes things
quicker stands beside the code that it belongs to.  So do six chosen numbers of rooms below
(``sightings``, ``geometry/solve``, ``geometry/rectify``).
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

SHARP_PX = 0.5
"""Standard deviation in pixels of a point that is seen sharply: of a tag, of a piece of print.
What moved less did not move."""

# Locate: brackets

QUICK_TAGS, ALL_TAGS = (9, 9, 10), (5, 45, 10)
"""Least, most and step of the windows in pixels in which light and dark are told: the first alone
finds 2,399 of 2,460 tags in a quarter of the time, with an enlarged picture and the second 2,426;
of the others most lie hidden."""

MISREAD_PX = 8.0
"""How far a tag may be from where all tags together put it; beyond, it was misread or shoved."""

# Locate: boards put where their cells say

TAP_NOISE_PX = 3.0
"""How far off a tapped corner may be: fingers miss by a few pixels."""

TAPS_DOUBTED, TAPS_OFF = 0.15, 0.25
"""How far from taps the cells must have the corners, in tiles, before they count for no more than
that; and how far off taps are believed to be at most.
Chosen on photographs and phones (seen): of fourteen boards tapped 4 and 6 hundredths of their side
beside their corners 43 of 56 are read without a fault, with ``TAP_NOISE_PX`` alone 22; believed off
by at most 0.12 and 0.5 tiles 34 and 41."""

TOGETHER = 4.0
"""How many times worse than each cell says it is they all are together: they err alike where a
printing has its spaces elsewhere."""

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

STARTS = 2
"""From how many patches a board is settled before the surest is taken: one that lies a space aside
fits nearly as well."""

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

# Locate: boards lost

FAR_OUT = 0.25
"""Part of a board's diagonal that may stick out of the picture before it is no use."""

NEARBY_MM = 60.0
"""How far a board is looked for first when it is no longer where it was."""

NEARBY_TURNS = np.radians(np.arange(-12.0, 12.1, 3.0))
"""Turns in which a nudged board is looked for; between two of them ``follow`` takes over."""

ALL_TURNS = np.radians(np.arange(-180.0, 180.0, 5.0))
"""Turns in which a board is looked for that was lifted."""

ARM_MM = 700.0
"""How far from where boards lay one of them, or a tile, is looked for: as far as people reach."""

MISFIT_MM = 0.38
"""Root mean square of what landmarks are off from which on the camera cannot be where it was."""

# Cells: what a picture shows of them

CUT_OFF = 242
"""Level from which on a channel is cut off: in a picture the camera shows white then, whatever is
there, and under the board's white a top is brighter than its paper could be.  With its noise."""

MOSTLY = 0.6
"""Share of a top that must be cut off before it counts as burnt white."""

STACKED = 2.5
"""Tiles above the print at which the top of a stack is looked for: midway from one to four.
At 1 the tops of three of 22 stacks of Duel (seen data), all of four tiles, had the colour below, at
2 and 3 none, at 4 one tile by itself was missed."""

# Cells: from logits to likelihoods

SURE = 0.995
"""Chance of its likeliest content from which on a cell is not looked at again.
From 0.998 to 0.95 as many of 89,960 drawn validation cells are wrong (4,620 to 4,652), with this
the fewest (4,614); with 0.998 reading takes a thirtieth longer.  Seen data."""

SLIPS = 1e-5
"""Chance that something nobody taught the eyes is seen: no content is less likely than this."""

OFTENER = 1.0
"""Nats by which the marker, and anything on a cell that was seen bare on its own board, is likelier
on tables than in the drawings.
Of 0, 1 and 1.5 the best on the eighteen sittings (2 of 10,080 cells wrong for 10, without their
empty boards 16 for 18); sixteen games 84 for 85.  On cells that only another board showed bare it
is no gain.  All seen."""

STRANGE = -2.0
"""Mean logit of a board's cells below which it is no board of the game: of 1,520 validation boards
four are so low, all of one sitting that a lamp burns white, of 80 of other games or none 66."""

SURELY_HIDDEN = 3.0
"""Logit from which on one cell alone counts as covered; where two or more are likelier covered than
not, all are.  Chosen on validation drawings: of 632 clear boards one then waits without need, and 4
of 101 hands over three cells and more are missed, 12 of 18 over one or two."""

# Cells: known faces and inks

KEPT_FACES = 2
"""Faces kept of a colour: the first that was known, and the newest."""

ALIKE = 2.0
"""How far descriptions of two faces are apart when they show one colour's tile or another's alike.
With ``COUNTS`` on 24,098 tiles of drawn validation sittings: two looks at one tile are 1 apart, at
tiles of two colours 5.  Bare spaces of boards with one print are 0.4 to 1.5 apart beside light, of
two editions 0.8 to 3.4, of 143 pairs 28 under 2 (seen).  Tiles that are shown as of two colours and
are nearer teach nothing: of six path-traced lessons (seen) they are 3.4 to 6.5 apart, burnt ones
1.9; of 374 drawn lessons 15 have nearer ones."""

COUNTS = 1.5
"""Most that a known face counts for or against its colour, in nats."""

STRONG_INK = 0.2
"""Share of a face from which on its second colour is strong: a tile's ornament, one of a chip's
two colours."""

FARTHEST_INK = 30.0
"""Distance in L*a*b* beyond which a pixel has none of the set's colours."""

# Cells: the wall as a legend

UNLIKE = 0.7
"""How different spaces of one colour are, against all coloured ones, from which on a board's
colours are not its game's.  Of 120 drawn boards seen bare none is over 0.5, of as many with colours
shuffled none is under 0.62 and half are over 0.97: to refuse a family's board is worse than to take
a home-made one, so not halfway between the nearest two."""

OTHERWISE = 4.5
"""How many nats better other names must fit a legend's colours, a nat for each colour's mean space,
before the file's are not believed.
Chocolatier on a real print of Azul has 10 (a path-traced game), of 36 path-traced games that have
their own colours none has over 0.2."""

NEARLY_WHOLE = 0.9
"""Share of a board's cells that must be clear before it is asked which of the family's it is: of
one whose wall a lamp burns white (drawn, 0.6 clear) the other side fits better."""

OTHER_SIDE = 1.0
"""By how much a board's cells must fit its other side better, mean logits, to lie with the wrong
side up.
Of 686 drawn boards of Azul, Azul Mini and Master Chocolatier all fit their own side better, two by
less than this; of Summer Pavilion 108 coloured ones by 2.9 or more, 108 grey ones by 0.1 or more,
and one of 18 others fitted its coloured side better, by a trace.  All seen."""

LEAST_LEGEND = 10
"""Bare coloured spaces without which nothing is said: fewer may be alike by chance."""

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

SURE_PRINT = 1.0
"""Nats by which a space must show one thing rather than another for tiles on it to be read by that.
Of 1 and 3 the better one on five sittings of dome tiles, which are seen data by that."""

ANY_LIKELIER, SPACES_SPREAD, OTHERS_COUNT = 0.75, 2.0, 0.5
"""Of a dome tile's spaces without a colour: nats by which they are likelier for any tile than the
network says, nats by which one kind's spaces differ, and how much the others in a picture count.
Of 0 to 3, 1.5 to 3, and 0.25 to 1 among the best on drawn spaces, taught (1,889 of 31,425 wrong
before, 1,876 now) and not taught, and on rendered ones (62 of 1,815, 53 now), all seen data."""

CHIP_CHANGED = 11.0
"""Mean colour distance from the bare print from which a chip lies there: halfway, on the geometric
mean, from 7.8 under shadows to 14.4 with chips, on simulated tables (seeds 900 to 903)."""

# Loose tiles: the table from above

LIGHT_BLOCK = 32
"""Light and table change slowly: they are taken from blocks of this many pixels of a view."""

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
"""By how much colours of displays differ at most: from 11 to 30 all displays of simulated tables
are found."""

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
"""Share of the outline that must run along edges: mugs and sleeves have edges, but not all round.
Less makes tiles of a drawn mug."""

FREE_SHARE = 0.78
"""Share of a tile that must lie where something is new, and no other tile lies: tiles are placed to
a pixel or so, and may seem to lie on each other a little."""
