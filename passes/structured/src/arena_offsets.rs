//! The layout of buffers in one arena: offsets for pieces of memory so that those that live at the same time do not overlap.
//!
//! The problem is NP-hard, but greedy orders come near the optimum: each piece goes into the smallest gap that holds it between the
//! pieces that live at the same time. Several orders are tried. The best one is improved: the pieces at the end of its arena, which found no
//! gap, are placed first, and again with those at the end then. The smallest arena is taken.

pub use crate::placed_lives::Life;
use crate::placed_lives::PlacedLives;

/// An arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// Where each piece begins.
    pub offsets: Vec<u64>,
    /// The end of the last piece.
    pub total: u64,
}

/// With more pieces than this only one order is tried: where many pieces live at the same time, each is compared with all of these.
const MAX_SEARCHED_PIECES: usize = 4096;
/// Orders that are made of the best one, at most.
const MAX_IMPROVEMENTS: usize = 64;

/// The smallest arena of several orders; `None` where the sizes exceed 64 bits.
pub fn pack(lives: &[Life]) -> Option<Packed> {
    lives.iter().try_fold(0u64, |sum, l| sum.checked_add(l.bytes))?;
    let span = |l: &Life| u64::from(l.end - l.start) + 1;
    let mut orders: Vec<Vec<usize>> = Vec::new();
    let mut order = |key: &dyn Fn(&Life) -> (u128, u128)| {
        let mut order: Vec<usize> = (0..lives.len()).collect();
        order.sort_by_key(|&i| key(&lives[i]));
        orders.push(order);
    };
    // The orders: the largest first; the longest first; by the product of both; by start.
    let down = |n: u64| u128::from(u64::MAX - n);
    order(&|l| (down(l.bytes), down(span(l))));
    if lives.len() <= MAX_SEARCHED_PIECES {
        order(&|l| (down(span(l)), down(l.bytes)));
        order(&|l| (u128::MAX - u128::from(l.bytes) * u128::from(span(l)), 0));
        order(&|l| (u128::from(l.start), down(l.bytes)));
    }
    let placed = orders.into_iter().map(|order| (place(lives, &order), order));
    let (packed, order) = placed.min_by_key(|(packed, _)| packed.total)?;
    let searched = if lives.len() <= MAX_SEARCHED_PIECES { MAX_IMPROVEMENTS } else { 0 };
    Some(improve(lives, packed, order, searched))
}

/// Places the pieces that are at the end of the arena before all others, until there is no gap that more lives could fill.
fn improve(lives: &[Life], mut best: Packed, mut order: Vec<usize>, most: usize) -> Packed {
    let bound = bound(lives);
    let mut now = best.clone();
    for _ in 0..most {
        if best.total <= bound {
            break;
        }
        let at_the_end = |&i: &usize| now.offsets[i] + lives[i].bytes == now.total;
        let (last, others): (Vec<usize>, Vec<usize>) = order.iter().copied().partition(at_the_end);
        order = [last, others].concat();
        now = place(lives, &order);
        if now.total < best.total {
            best = now.clone();
        }
    }
    best
}

/// Places pieces in the given order.
fn place(lives: &[Life], order: &[usize]) -> Packed {
    let mut offsets = vec![0; lives.len()];
    let mut total = 0;
    let mut placed = PlacedLives::new(lives);
    // When each piece was placed.
    let mut turns = vec![0; lives.len()];
    let mut meeting = Vec::new();
    for (turn, &i) in order.iter().enumerate() {
        let life = &lives[i];
        let mut best: Option<(u64, u64)> = None;
        let mut end = 0;
        meeting.clear();
        placed.meeting(i, &mut meeting);
        meeting.sort_unstable_by_key(|&k| (offsets[k as usize], turns[k as usize]));
        for k in meeting.iter().map(|&k| k as usize) {
            let start: u64 = offsets[k];
            let gap = start.saturating_sub(end);
            if start >= end && gap >= life.bytes && best.is_none_or(|(size, _)| gap < size) {
                best = Some((gap, end));
            }
            end = end.max(start + lives[k].bytes);
        }
        let offset = best.map_or(end, |(_, offset)| offset);
        offsets[i] = offset;
        total = total.max(offset + life.bytes);
        turns[i] = turn;
        placed.insert(i);
    }
    Packed { offsets, total }
}

/// The most bytes that live at the same time.
pub fn bound(lives: &[Life]) -> u64 {
    peak(lives.iter()).map_or(0, |(bytes, _)| bytes)
}

/// The most bytes that live at a time, and the first moment at which they do; `None` without lives.
pub(crate) fn peak<'a>(lives: impl Iterator<Item = &'a Life>) -> Option<(u64, u32)> {
    let changes = |l: &Life| [(l.start, true, l.bytes), (l.end.saturating_add(1), false, l.bytes)];
    let mut changes: Vec<(u32, bool, u64)> = lives.flat_map(changes).collect();
    // Ends come before starts at the same moment.
    changes.sort_unstable();
    let (mut now, mut most) = (0u64, None);
    for (moment, starts, bytes) in changes {
        now = if starts { now.saturating_add(bytes) } else { now.saturating_sub(bytes) };
        if starts && most.is_none_or(|(n, _)| n < now) {
            most = Some((now, moment));
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lives: &[Life]) -> Packed {
        let packed = pack(lives).expect("it fits");
        for (i, a) in lives.iter().enumerate() {
            assert!(packed.offsets[i] + a.bytes <= packed.total);
            for (k, b) in lives.iter().enumerate().take(i) {
                let apart = packed.offsets[i] + a.bytes <= packed.offsets[k]
                    || packed.offsets[k] + b.bytes <= packed.offsets[i];
                assert!(apart || !a.meets(b), "{a:?} {b:?}");
            }
        }
        assert!(packed.total >= bound(lives));
        packed
    }

    #[test]
    fn a_chain_needs_two_buffers() {
        let lives: Vec<Life> = (0..20).map(|i| Life { start: 2 * i, end: 2 * i + 3, bytes: 64 }).collect();
        assert_eq!(check(&lives).total, 128);
        assert_eq!(bound(&lives), 128);
        assert_eq!(check(&[]).total, 0);
    }

    #[test]
    fn random_lives_do_not_overlap_and_are_near_the_bound() {
        let mut state = 1u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let (mut used, mut needed) = (0, 0);
        for _ in 0..200 {
            let n = 1 + next(60);
            let mut one = || {
                let start = next(100) as u32;
                Life { start, end: start + next(20) as u32, bytes: 64 * (1 + next(50)) }
            };
            let lives: Vec<Life> = (0..n).map(|_| one()).collect();
            used += check(&lives).total;
            needed += bound(&lives);
        }
        assert!(used * 100 <= needed * 104, "{used} for {needed}");
    }

    #[test]
    fn sizes_beyond_all_limits_are_refused() {
        let life = Life { start: 0, end: 0, bytes: u64::MAX / 2 };
        assert_eq!(pack(&[life, life, life]), None);
    }
}
