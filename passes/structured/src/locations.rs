//! Locations of ops that were made of several ops.

use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;
use strata_ir::{
    core::{FusedLoc, Location},
    prelude::*,
};

/// The most places that the location of a fused op lists.
const MOST_PLACES: usize = 64;

/// The location of an op that was made of ops at two places. The first one comes first, and is that of diagnostics.
pub(crate) fn fused(cx: &Context, first: Location, second: Location) -> Location {
    let mut places: Vec<Location> = Vec::new();
    // One bit for the hash of each place: most places of a long list are not in it, which their bits show.
    let mut bits = [0u64; 8];
    for loc in [first, second] {
        let merged = loc.as_attr().and_then(|a| cx.attr_as::<FusedLoc>(a)).filter(|f| f.metadata.is_none());
        for &place in merged.map_or(std::slice::from_ref(&loc), |merged| &merged.locations) {
            if place == Location::UNKNOWN || places.len() == MOST_PLACES {
                continue;
            }
            let hash = FxBuildHasher.hash_one(place) as usize;
            let (word, bit) = (&mut bits[hash / 64 % 8], 1 << (hash % 64));
            if *word & bit == 0 || !places.contains(&place) {
                *word |= bit;
                places.push(place);
            }
        }
    }
    match places[..] {
        [] => first,
        [one] => one,
        _ => Location::from_attr(cx.attr(FusedLoc { locations: places, metadata: None })),
    }
}
