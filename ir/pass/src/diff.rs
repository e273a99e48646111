//! Unified diffs of printed IR.

/// Lines of unchanged text around a change.
const CONTEXT: usize = 3;

/// Most work, in cells of the table, that is spent on finding the shortest diff of a stretch.
const MAX_CELLS: usize = 4_000_000;

/// A unified diff of two texts, empty when they are equal.
pub fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&a, &b);
    if edits.iter().all(|e| e.0 == ' ') {
        return String::new();
    }
    let mut out = format!("--- {old_name}\n+++ {new_name}\n");
    let changed: Vec<usize> = (0..edits.len()).filter(|&i| edits[i].0 != ' ').collect();
    let mut at = 0;
    while at < changed.len() {
        let start = changed[at].saturating_sub(CONTEXT);
        let mut end = changed[at] + 1;
        while at < changed.len() && changed[at] <= end + 2 * CONTEXT {
            end = changed[at] + 1;
            at += 1;
        }
        let end = (end + CONTEXT).min(edits.len());
        let lines_before = |sign: char| edits[..start].iter().filter(|e| e.0 != sign).count();
        let count = |sign: char| edits[start..end].iter().filter(|e| e.0 != sign).count();
        out.push_str(&format!(
            "@@ -{},{} +{},{} @@\n",
            lines_before('+') + 1,
            count('+'),
            lines_before('-') + 1,
            count('-')
        ));
        for (sign, line) in &edits[start..end] {
            out.push(*sign);
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// Each line with ` `, `-` or `+`.
fn edits<'t>(a: &[&'t str], b: &[&'t str]) -> Vec<(char, &'t str)> {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(x, y)| x == y).count();
    let (mid_a, mid_b) = (&a[head..a.len() - tail], &b[head..b.len() - tail]);
    let mut out: Vec<(char, &str)> = a[..head].iter().map(|&l| (' ', l)).collect();
    if mid_a.len().saturating_mul(mid_b.len()) > MAX_CELLS {
        // Too large for the exact answer: everything in between is replaced.
        out.extend(mid_a.iter().map(|&l| ('-', l)));
        out.extend(mid_b.iter().map(|&l| ('+', l)));
    } else {
        middle(mid_a, mid_b, &mut out);
    }
    out.extend(a[a.len() - tail..].iter().map(|&l| (' ', l)));
    out
}

/// The shortest edit of one stretch, by the longest common subsequence.
fn middle<'t>(a: &[&'t str], b: &[&'t str], out: &mut Vec<(char, &'t str)>) {
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            out.push((' ', a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1] {
            out.push(('-', a[i]));
            i += 1;
        } else {
            out.push(('+', b[j]));
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_shows_changes_with_context() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nb\nc\nD\ne\nf\ng\nh\n";
        let expected = "--- x\n+++ y\n@@ -1,7 +1,7 @@\n a\n b\n c\n-d\n+D\n e\n f\n g\n";
        assert_eq!(unified(old, new, "x", "y"), expected);
        assert_eq!(unified(old, old, "x", "y"), "");
    }

    #[test]
    fn distant_changes_get_hunks_of_their_own() {
        let old: String = (0..30).map(|i| format!("{i}\n")).collect();
        let new = old.replace("\n2\n", "\n").replace("\n25\n", "\nx\n");
        let diff = unified(&old, &new, "x", "y");
        assert_eq!(diff.matches("@@ -").count(), 2, "{diff}");
        assert!(diff.contains("@@ -23,7 +22,7 @@\n 22\n 23\n 24\n-25\n+x\n"), "{diff}");
    }
}
