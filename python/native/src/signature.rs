//! Signatures for Python, as rows that `strata._signature` makes objects of.

use strata_driver::{Signature, TensorSpec, names::Donation};

/// Name, element type, sizes (`None` for one that is known at a call only), and the result that takes the memory: -1 for any.
pub(crate) type Row = (Option<String>, String, Vec<Option<i64>>, Option<i64>);

/// The arguments and the results.
pub(crate) fn rows(signature: &Signature) -> (Vec<Row>, Vec<Row>) {
    (signature.inputs.iter().map(row).collect(), signature.outputs.iter().map(row).collect())
}

fn row(spec: &TensorSpec) -> Row {
    let shape = spec.shape.iter().map(|&d| (d >= 0).then_some(d)).collect();
    let donation = spec.donation.map(|donation| match donation {
        Donation::Any => -1,
        Donation::Output(number) => i64::try_from(number).unwrap_or(-1),
    });
    (spec.name.clone(), spec.elem.clone(), shape, donation)
}
