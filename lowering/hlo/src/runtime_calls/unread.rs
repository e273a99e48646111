//! Eigenvectors and singular vectors that nobody reads are not computed: JAX requests them for eigenvalues and singular values alone too.

use strata_ir::prelude::*;

/// The routines of real matrices, without their letters, and their results that are vectors, or what is left of the matrix.
const ROUTINES: &[(&str, &[usize])] = &[("syevd", &[0]), ("gesdd", &[0, 2, 3]), ("gesvd", &[0, 2, 3])];
/// The results that a call without vectors may omit: the routine works in the first result.
const OMITTED: [usize; 2] = [2, 3];

/// If nobody reads the vectors of a call, changes its configuration so that they are not computed. Returns the numbers of the results that
/// the call omits.
pub(super) fn omit_vectors(b: &Body, op: Op, target: &str, config: &mut String) -> &'static [usize] {
    let name = target.strip_prefix("lapack_").and_then(|t| t.strip_suffix("_ffi"));
    let routine = name.and_then(|n| n.strip_prefix(['s', 'd']));
    let Some(&(_, vectors)) = ROUTINES.iter().find(|(name, _)| Some(*name) == routine) else { return &[] };
    let results = b.results(op);
    let is_read = |&k: &usize| results.get(k).is_none_or(|&v| b.has_uses(v));
    if vectors.iter().any(is_read) {
        return &[];
    }
    let lines = config.lines().filter(|line| !line.starts_with("mode="));
    *config = lines.chain(["mode=78"]).flat_map(|line| [line, "\n"]).collect();
    if vectors.contains(&OMITTED[0]) { &OMITTED } else { &[] }
}
