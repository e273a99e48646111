//! Segment size attributes, which divide an op's flat operand list. They follow from the successors, so the builder adds them.

use super::ids::OpSpec;

fn array(sizes: impl IntoIterator<Item = usize>) -> String {
    let mut out = String::from("array<i32");
    for (i, size) in sizes.into_iter().enumerate() {
        out.push_str(if i == 0 { ": " } else { ", " });
        out.push_str(&size.to_string());
    }
    out.push('>');
    out
}

/// The segment attributes, by name and text, that `spec` needs and lacks.
pub(super) fn missing(spec: &OpSpec<'_>) -> Vec<(&'static str, String)> {
    let plain = spec.operands.len();
    let to = |i: usize| spec.successors.get(i).map_or(0, |(_, args)| args.len());
    let wanted = match spec.name {
        "llvm.cond_br" => vec![("operandSegmentSizes", array([plain, to(0), to(1)]))],
        "llvm.switch" => {
            let cases: Vec<usize> = spec.successors.iter().skip(1).map(|(_, args)| args.len()).collect();
            vec![
                ("operandSegmentSizes", array([plain, to(0), cases.iter().sum()])),
                ("case_operand_segments", array(cases)),
            ]
        }
        "llvm.call" | "llvm.call_intrinsic" => {
            vec![("operandSegmentSizes", array([plain, 0])), ("op_bundle_sizes", array([]))]
        }
        _ => Vec::new(),
    };
    wanted.into_iter().filter(|(name, _)| spec.attrs.iter().all(|(given, _)| given != name)).collect()
}
