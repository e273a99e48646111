//! Which parts of a dimension move between devices, so that each has the elements that it needs.
//!
//! A dimension has `parts` parts of `part` elements. The device at place `p` along it needs `length` elements from `p * step + offset` on,
//! some of which may be outside of the tensor. All that it needs of the part of the device `hop` places further on comes with one
//! permutation. For a window of 3 elements around each of 16, in 4 parts:
//! ```text
//! place 1 has  4..8 and needs 3..9: hop -1 brings 3..4, hop 1 brings 8..9
//! ```

use std::collections::BTreeMap;

/// The most permutations of one tensor along one dimension.
const MAX_HOPS: usize = 8;
/// The most parts of a dimension that are looked at.
const MAX_PARTS: i64 = 1 << 16;

/// The elements that each device needs of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// The number of parts.
    pub parts: i64,
    /// The size of a part.
    pub part: i64,
    /// The distance between the first elements of neighbours.
    pub step: i64,
    /// The first element of the first device; it may be negative.
    pub offset: i64,
    /// The number of elements of each device.
    pub length: i64,
}

/// The elements that devices get of the part of another device, which is `hop` places further on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub hop: i64,
    /// The first element of the part that some device needs.
    pub from: i64,
    /// The end of these.
    pub to: i64,
    /// The places of the devices that need some.
    pub places: Vec<i64>,
}

impl Interval {
    /// The first element of a device.
    pub fn start(&self, place: i64) -> i64 {
        place * self.step + self.offset
    }
    /// The size of the whole dimension.
    pub fn size(&self) -> i64 {
        self.parts * self.part
    }
    /// The first element of the first or of the last device, whichever is less, and the largest end.
    pub fn bounds(&self) -> (i64, i64) {
        let (first, last) = (self.start(0), self.start(self.parts - 1));
        (first.min(last), first.max(last) + self.length)
    }
    /// Whether all numbers are small enough to compute with.
    fn is_sound(&self) -> bool {
        const FAR: i64 = 1 << 40;
        let far = |n: i64| n.unsigned_abs() > FAR as u64;
        let positive = self.part > 0 && self.length > 0 && (1..=MAX_PARTS).contains(&self.parts);
        positive && ![self.part, self.step, self.offset, self.length].into_iter().any(far)
    }
    /// The pieces of other parts, and of the own one, by their hops; `None` if there would be too many.
    pub fn route(&self) -> Option<Vec<Piece>> {
        if !self.is_sound() {
            return None;
        }
        let mut pieces: BTreeMap<i64, Piece> = BTreeMap::new();
        for place in 0..self.parts {
            let (start, end) = (self.start(place).max(0), (self.start(place) + self.length).min(self.size()));
            if start >= end {
                continue;
            }
            let (first, last) = (start / self.part, (end - 1) / self.part);
            if last - first > MAX_HOPS as i64 {
                return None;
            }
            for source in first..=last {
                let origin = source * self.part;
                let (from, to) = ((start - origin).max(0), (end - origin).min(self.part));
                let hop = source - place;
                let piece = pieces.entry(hop).or_insert(Piece { hop, from, to, places: Vec::new() });
                (piece.from, piece.to) = (piece.from.min(from), piece.to.max(to));
                piece.places.push(place);
            }
            if pieces.keys().filter(|hop| **hop != 0).count() > MAX_HOPS {
                return None;
            }
        }
        Some(pieces.into_values().collect())
    }
}

/// The number of elements that each device gets from others along a dimension.
pub(super) fn received(pieces: &[Piece], parts: i64) -> Vec<i64> {
    let mut all = vec![0; usize::try_from(parts).unwrap_or(0)];
    for piece in pieces.iter().filter(|piece| piece.hop != 0) {
        for &place in &piece.places {
            all[place as usize] += piece.to - piece.from;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(numbers: [i64; 5]) -> Option<Vec<(i64, i64, i64, Vec<i64>)>> {
        let [parts, part, step, offset, length] = numbers;
        let route = Interval { parts, part, step, offset, length }.route()?;
        Some(route.into_iter().map(|piece| (piece.hop, piece.from, piece.to, piece.places)).collect())
    }

    #[test]
    fn borders_come_from_neighbours() {
        let windows = pieces([4, 4, 4, -1, 6]);
        let (left, own, right) =
            ((-1, 3, 4, vec![1, 2, 3]), (0, 0, 4, vec![0, 1, 2, 3]), (1, 0, 1, vec![0, 1, 2]));
        assert_eq!(windows, Some(vec![left, own, right]));
        // Wider than a part.
        let hops: Vec<i64> = pieces([4, 2, 2, -3, 5]).unwrap().into_iter().map(|piece| piece.0).collect();
        assert_eq!(hops, [-2, -1, 0]);
        // Every second element stays.
        assert_eq!(pieces([4, 4, 4, 0, 3]), Some(vec![(0, 0, 3, vec![0, 1, 2, 3])]));
    }

    #[test]
    fn only_what_is_needed_moves() {
        // The first half of a concatenation.
        let first = pieces([4, 2, 4, 0, 4]).unwrap();
        assert_eq!(first[0], (0, 0, 2, vec![0]));
        assert_eq!(first[1], (1, 0, 2, vec![0, 1]));
        assert_eq!(first[2], (2, 0, 2, vec![1]));
        // The two last elements at the first place.
        assert_eq!(pieces([4, 4, 4, 14, 4]), Some(vec![(3, 2, 4, vec![0])]));
        assert_eq!(
            received(&Interval { parts: 4, part: 2, step: 4, offset: 0, length: 4 }.route().unwrap(), 4),
            [2, 4, 0, 0]
        );
    }

    #[test]
    fn prefixes_are_too_far() {
        assert_eq!(pieces([16, 1, 1, -15, 16]), None);
        assert_eq!(pieces([4, 0, 1, 0, 1]), None);
        assert_eq!(pieces([4, 4, i64::MAX, 0, 4]), None);
    }
}
