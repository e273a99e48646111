"""The programs of vs_xla.py: what array programs spend their time in, each small enough to be timed in milliseconds.

Each family is a file; its programs are functions that make a `Program` when it is their turn.
"""

from peers.array_functions import ARRAY_FUNCTIONS
from peers.attention import ATTENTION
from peers.decoding import DECODING
from peers.elementwise import ELEMENTWISE
from peers.factorizations import FACTORIZATIONS
from peers.graphs import GRAPHS
from peers.images import IMAGES
from peers.language import LANGUAGE
from peers.mobilenet import MOBILENET
from peers.moves import MOVES
from peers.narrow_products import NARROW_PRODUCTS
from peers.numerics import NUMERICS
from peers.probability import PROBABILITY
from peers.products import PRODUCTS
from peers.sequences import SEQUENCES
from peers.simulations import SIMULATIONS
from peers.small import SMALL
from peers.strings import STRINGS
from peers.training import TRAINING
from peers.vision import VISION

FAMILIES = [
    PRODUCTS, NARROW_PRODUCTS, ELEMENTWISE, MOVES, FACTORIZATIONS, SMALL, NUMERICS, ATTENTION, LANGUAGE, SEQUENCES, VISION, MOBILENET, TRAINING, GRAPHS,
    IMAGES, SIMULATIONS, PROBABILITY, STRINGS, DECODING, ARRAY_FUNCTIONS,
]
PROGRAMS = {name: make for family in FAMILIES for name, make in family.items()}
if len(PROGRAMS) != sum(map(len, FAMILIES)):
    raise ValueError("two families have a program of the same name")
