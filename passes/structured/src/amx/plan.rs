//! The parts that the loops of a contraction play for tiles.

pub(super) use crate::panels::groups::TILE;
use crate::vectorize::contract::loop_nest::{Loop, Nest};

/// The roles of the loops of a contraction whose sums are in tiles.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The operand whose rows are groups of all columns; 0 or 1.
    pub shared: usize,
    /// The rows of tiles of sums.
    pub row: usize,
    /// Their columns.
    pub lanes: usize,
    /// The groups of a row.
    pub step: usize,
    /// The members of a group.
    pub group: usize,
    /// The other sums, those with the largest steps first.
    pub reductions: Vec<usize>,
    /// Parallel loops that move the shared operand only: panels. They are inside of the loop over rows.
    pub panels: Vec<usize>,
    /// The other parallel loops, around all.
    pub outer: Vec<usize>,
}

impl Plan {
    /// A plan where a contraction fills tiles.
    pub fn choose(nest: &Nest) -> Option<Plan> {
        let loops = &nest.loops;
        let all = 0..loops.len();
        let fills = |d: &usize| loops[*d].size >= TILE;
        if nest.group < 2 || loops.iter().any(|l| l.strides.iter().any(|&s| s < 0)) {
            return None;
        }
        let parallel = |d: &usize| !loops[*d].reduction;
        let columns = |l: &Loop| match l.strides {
            [0, s, 1] if s == nest.group => Some(1),
            [s, 0, 1] if s == nest.group => Some(0),
            _ => None,
        };
        let of_columns = |d: usize| Some((d, columns(&loops[d])?));
        let (lanes, shared) = all.clone().filter(parallel).filter(fills).find_map(of_columns)?;
        let other = 1 - shared;
        let group = nest.group_loop(lanes, shared)?;
        let contiguous = |d: &usize| {
            let l = &loops[*d];
            l.reduction && *d != group && l.strides[other] == nest.group && l.strides[shared] != 0
        };
        let step = all.clone().filter(contiguous).find(fills)?;
        let rows = |d: &usize| {
            let s = loops[*d].strides;
            parallel(d) && *d != lanes && s[shared] == 0 && s[other] != 0
        };
        let row = all.clone().filter(rows).filter(fills).max_by_key(|&d| loops[d].size)?;
        let rest = all.clone().filter(|d| parallel(d) && ![lanes, row].contains(d));
        let (panels, outer): (Vec<usize>, Vec<usize>) = rest.partition(|&d| loops[d].strides[other] == 0);
        let mut reductions: Vec<usize> =
            all.filter(|d| loops[*d].reduction && ![step, group].contains(d)).collect();
        reductions.sort_by_key(|&d| std::cmp::Reverse(loops[d].strides[shared]));
        Some(Plan { shared, row, lanes, step, group, reductions, panels, outer })
    }

    /// The loops inside of the outer ones, in the order of the dimensions of buffers.
    pub fn inner(&self) -> Vec<usize> {
        let mut inner = vec![self.row];
        inner.extend(self.panels.iter().chain(&self.reductions));
        inner.extend([self.step, self.lanes, self.group]);
        inner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nest(sizes: [i64; 3], group: i64) -> Nest {
        let [m, n, k] = sizes;
        let l = |size: i64, reduction: bool, strides: [i64; 3]| Loop { size, reduction, strides };
        let loops = vec![
            l(m, false, [k * group, 0, n]),
            l(n, false, [0, group, 1]),
            l(k, true, [group, n * group, 0]),
            l(group, true, [1, 1, 0]),
        ];
        Nest { loops, starts: [0; 3], group }
    }

    #[test]
    fn all_sizes_fill_a_tile() {
        for group in [2, 4] {
            let plan = Plan::choose(&nest([16, 17, 100], group)).unwrap();
            assert_eq!((plan.row, plan.lanes, plan.step, plan.group, plan.shared), (0, 1, 2, 3, 1));
            for sizes in [[15, 64, 64], [64, 15, 64], [64, 64, 15]] {
                assert!(Plan::choose(&nest(sizes, group)).is_none(), "{sizes:?}");
            }
        }
        assert!(Plan::choose(&nest([64, 64, 64], 1)).is_none());
    }
}
