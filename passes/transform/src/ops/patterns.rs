//! The patterns that ops in the region of `transform.apply_patterns` name.

use strata_ir::prelude::*;

use crate::{failure::Outcome, interpreter::Site};

/// The parts of a set of patterns.
enum Named {
    /// All canonicalizations, and nothing else.
    Canonicalizations,
    /// The canonicalizations of the ops of these dialects and of these ops.
    Of(&'static [&'static str]),
}

const NAMED: &[(&str, Named)] = &[
    ("canonicalization", Named::Canonicalizations),
    (
        "linalg.tiling_canonicalization",
        Named::Of(&["affine", "linalg", "scf.for", "scf.parallel", "scf.forall", "tensor"]),
    ),
    ("scf.for_loop_canonicalization", Named::Of(&["affine"])),
    ("linalg.erase_unnecessary_inputs", Named::Of(&["linalg.generic"])),
    (
        "tensor.fold_tensor_empty",
        Named::Of(&["tensor.extract_slice", "tensor.expand_shape", "tensor.collapse_shape"]),
    ),
];

/// Canonicalizations of the ops that `names` has, by dialect or by name.
fn canonicalizations(set: &mut PatternSet, names: &'static [&'static str]) {
    let apply = move |op: Op, rw: &mut Rewriter<'_>| {
        let info = rw.info(op);
        if !names.contains(&info.name) && !names.contains(&info.dialect()) {
            return None;
        }
        op.cast::<dyn Canonicalize>(rw)?.canonicalize(rw)
    };
    set.add_fn(None, "canonicalize", 1, std::sync::Arc::new(apply));
}

/// The patterns of the ops in the region, and whether all canonicalizations are among them.
pub fn collect(site: Site<'_>) -> Outcome<(PatternSet, bool)> {
    let (mut set, mut all) = (PatternSet::new(), false);
    let ops = site.body.regions(site.op).first().map_or(Vec::new(), |&r| site.body.region_ops(r).collect());
    for op in ops {
        let name = site.body.op_name(op);
        let key = name.strip_prefix("transform.apply_patterns.").unwrap_or(name);
        match NAMED.iter().find(|n| n.0 == key) {
            Some((_, Named::Canonicalizations)) => all = true,
            Some((_, Named::Of(names))) => canonicalizations(&mut set, names),
            None => {
                let site = Site { op, ..site };
                return Err(site.definite(format!("'{name}' op names patterns that are not supported")));
            }
        }
    }
    Ok((set, all))
}
