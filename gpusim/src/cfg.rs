//! Reconvergence points of divergent lanes: immediate post-dominators.

/// The immediate post-dominator of each block, given the successors of each; `None` if the paths from a block meet only at the end of the
/// function.
pub(crate) fn post_dominators(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let n = successors.len();
    let exit = n;
    let mut before = vec![Vec::new(); n + 1];
    for (block, next) in successors.iter().enumerate() {
        for &to in next {
            before[to].push(block);
        }
        if next.is_empty() {
            before[exit].push(block);
        }
    }
    // Blocks that cannot reach the end (endless loops) are treated as if they could.
    let mut order = Vec::with_capacity(n + 1);
    let mut seen = vec![false; n + 1];
    visit(exit, &before, &mut seen, &mut order);
    for block in (0..n).rev() {
        if !seen[block] {
            before[exit].push(block);
            visit(block, &before, &mut seen, &mut order);
            // The exit comes last in this order, as the root.
            order.retain(|&b| b != exit);
            order.push(exit);
        }
    }
    let mut number = vec![0; n + 1];
    for (i, &b) in order.iter().enumerate() {
        number[b] = i;
    }
    let mut after: Vec<Vec<usize>> = successors.to_vec();
    for &b in &before[exit] {
        after[b].push(exit);
    }
    let mut idom: Vec<Option<usize>> = vec![None; n + 1];
    idom[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &b in order.iter().rev().filter(|&&b| b != exit) {
            let mut new = None;
            for &s in &after[b] {
                if idom[s].is_some() {
                    new = Some(new.map_or(s, |other| meet(s, other, &idom, &number)));
                }
            }
            if new != idom[b] {
                idom[b] = new;
                changed = true;
            }
        }
    }
    idom.truncate(n);
    idom.into_iter().map(|d| d.filter(|&d| d != exit)).collect()
}

/// The blocks from which `start` is reachable, in post-order.
fn visit(start: usize, before: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut stack = vec![(start, 0)];
    while let Some((block, next)) = stack.last_mut() {
        if let Some(&to) = before[*block].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[to], true) {
                stack.push((to, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
}

fn meet(mut a: usize, mut b: usize, idom: &[Option<usize>], number: &[usize]) -> usize {
    while a != b {
        if number[a] < number[b] {
            let Some(up) = idom[a] else { return b };
            a = up;
        } else {
            let Some(up) = idom[b] else { return a };
            b = up;
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_meet_after_both_ways() {
        // 0 -> 1 | 2, both -> 3, which ends.
        let d = post_dominators(&[vec![1, 2], vec![3], vec![3], vec![]]);
        assert_eq!(d, [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn a_loop_meets_at_its_exit() {
        // 0 -> 1 (header) -> 2 (body) -> 1, 1 -> 3, and 2 may break to 3.
        let d = post_dominators(&[vec![1], vec![2, 3], vec![1, 3], vec![]]);
        assert_eq!(d, [Some(1), Some(3), Some(3), None]);
    }

    #[test]
    fn two_returns_meet_nowhere() {
        assert_eq!(post_dominators(&[vec![1, 2], vec![], vec![]]), [None, None, None]);
    }

    #[test]
    fn an_endless_loop_has_a_place_too() {
        // 0 -> 1 | 2; 1 -> 1 forever; 2 ends.
        let d = post_dominators(&[vec![1, 2], vec![1], vec![]]);
        assert_eq!(d[0], None);
        assert_eq!(d[1], None);
    }
}
