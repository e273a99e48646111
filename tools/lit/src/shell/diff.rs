//! Differences of two texts in the unified format.

/// The number of context lines around a difference.
const CONTEXT: usize = 3;
/// Above this product of line counts, the middle of two texts is shown as replaced as a whole.
const MAX_TABLE: usize = 16_000_000;

enum Edit<'a> {
    Same(&'a str),
    Removed(&'a str),
    Added(&'a str),
}

/// The unified difference, empty when the texts are equal.
pub fn unified(old_name: &str, new_name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let (a, b): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let edits = edits(&a, &b);
    let mut out = format!("--- {old_name}\n+++ {new_name}\n");
    let changed: Vec<usize> = (0..edits.len()).filter(|&i| !matches!(edits[i], Edit::Same(_))).collect();
    let mut i = 0;
    while i < changed.len() {
        let start = changed[i].saturating_sub(CONTEXT);
        let mut end = changed[i] + 1;
        while i < changed.len() && changed[i] <= end + 2 * CONTEXT {
            end = changed[i] + 1;
            i += 1;
        }
        let end = (end + CONTEXT).min(edits.len());
        let count = |range: &[Edit<'_>], old: bool| {
            range
                .iter()
                .filter(|e| if old { !matches!(e, Edit::Added(_)) } else { !matches!(e, Edit::Removed(_)) })
                .count()
        };
        let (n_old, n_new) = (count(&edits[start..end], true), count(&edits[start..end], false));
        let first = |n: usize, old: bool| count(&edits[..start], old) + usize::from(n > 0);
        out.push_str(&format!("@@ -{},{n_old} +{},{n_new} @@\n", first(n_old, true), first(n_new, false)));
        for edit in &edits[start..end] {
            let (mark, line) = match edit {
                Edit::Same(line) => (' ', line),
                Edit::Removed(line) => ('-', line),
                Edit::Added(line) => ('+', line),
            };
            out.push(mark);
            out.push_str(line);
            if !line.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

fn edits<'a>(a: &[&'a str], b: &[&'a str]) -> Vec<Edit<'a>> {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(x, y)| x == y).count();
    let (x, y) = (&a[head..a.len() - tail], &b[head..b.len() - tail]);
    let mut out: Vec<Edit<'a>> = a[..head].iter().map(|l| Edit::Same(l)).collect();
    let width = y.len() + 1;
    let small = (x.len() + 1).saturating_mul(width) <= MAX_TABLE;
    // The length of the longest common subsequence of what remains, for each pair of positions.
    let mut common = vec![0u32; if small { (x.len() + 1) * width } else { 0 }];
    if small {
        for i in (0..x.len()).rev() {
            for j in (0..y.len()).rev() {
                common[i * width + j] = if x[i] == y[j] {
                    common[(i + 1) * width + j + 1] + 1
                } else {
                    common[(i + 1) * width + j].max(common[i * width + j + 1])
                };
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < x.len() || j < y.len() {
        if small && i < x.len() && j < y.len() && x[i] == y[j] {
            out.push(Edit::Same(x[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < x.len()
            && (!small || j == y.len() || common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            out.push(Edit::Removed(x[i]));
            i += 1;
        } else {
            out.push(Edit::Added(y[j]));
            j += 1;
        }
    }
    out.extend(a[a.len() - tail..].iter().map(|l| Edit::Same(l)));
    out
}
