//! The loops of a version: what they count, and what is in them.

use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};
use strata_ir::core::{Body, Op, Region};
use strata_linalg::LinalgOp;
use strata_tensor::index_list::constant_index;

use crate::{
    numbering::BodyNumber,
    version::{Version, VersionOp},
};

/// The functions of a version with their loops.
pub fn loops(version: &Version) -> Vec<Json> {
    let mut bodies: Vec<(BodyNumber, &Body)> = version.bodies().into_iter().collect();
    bodies.sort_unstable_by_key(|entry| entry.0);
    let lines: Vec<&str> = version.text.lines().collect();
    let mut out = Vec::new();
    for (number, body) in bodies {
        let ops = version.ops.iter().filter(|op| op.body == number).map(|op| (op.op, op)).collect();
        let view = View { body, ops, lines: &lines };
        let nests: Vec<Json> =
            body.regions(Op::SELF).iter().flat_map(|&region| view.region(region)).collect();
        if !nests.is_empty() {
            let name = body.symbol_name(Op::SELF).map(|name| body.cx().str(name));
            out.push(json!({ "function": name, "loops": nests }));
        }
    }
    out
}

struct View<'a> {
    body: &'a Body,
    ops: FxHashMap<Op, &'a VersionOp>,
    lines: &'a [&'a str],
}

/// A dimension of a loop: its bounds and step, as far as they are constants.
#[derive(Debug, PartialEq, Eq)]
struct Dimension {
    lower: Option<i64>,
    upper: Option<i64>,
    step: Option<i64>,
}

impl Dimension {
    fn trips(&self) -> Option<i64> {
        let (lower, upper, step) = (self.lower?, self.upper?, self.step.filter(|&step| step > 0)?);
        let length = upper.checked_sub(lower)?.max(0);
        Some(length / step + i64::from(length % step != 0))
    }
}

impl View<'_> {
    /// The loops in a region, outermost first, and structured ops, which are loops over their elements.
    fn region(&self, region: Region) -> Vec<Json> {
        let mut out = Vec::new();
        for &block in self.body.blocks(region) {
            for op in self.body.block_ops(block) {
                let inside =
                    || self.body.regions(op).iter().flat_map(|&r| self.region(r)).collect::<Vec<_>>();
                if let Some(dimensions) = self.dimensions(op) {
                    let inside = strata_ir::core::writer::deep(inside);
                    out.push(self.nest(op, &dimensions, inside));
                } else if self.body.info(op).dialect() != "linalg" {
                    out.extend(strata_ir::core::writer::deep(inside));
                }
            }
        }
        out
    }
    fn nest(&self, op: Op, dimensions: &[Dimension], inside: Vec<Json>) -> Json {
        let dimensions: Vec<Json> = dimensions
            .iter()
            .map(|d| json!({ "lower": d.lower, "upper": d.upper, "step": d.step, "trips": d.trips() }))
            .collect();
        let place = self.ops.get(&op);
        let line = place.map(|place| place.first_line);
        let text = line.and_then(|line| self.lines.get(line as usize)).map(|text| text.trim());
        json!({
            "number": place.map(|place| place.number), "line": line, "kind": self.body.op_name(op), "text": text,
            "dimensions": dimensions, "inside": inside, "accesses": self.accesses(op),
        })
    }
    /// The ops on memory and vectors directly in a loop, by kind.
    fn accesses(&self, op: Op) -> Json {
        let mut kinds: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
        let blocks = self.body.regions(op).iter().flat_map(|&r| self.body.blocks(r));
        for inner in blocks.flat_map(|&block| self.body.block_ops(block)) {
            let dialect = self.body.info(inner).dialect();
            if matches!(dialect, "vector" | "memref" | "arith" | "math" | "linalg" | "nvgpu") {
                *kinds.entry(self.body.op_name(inner)).or_default() += 1;
            }
        }
        json!(kinds)
    }
    /// The dimensions that an op iterates over, if it is a loop.
    fn dimensions(&self, op: Op) -> Option<Vec<Dimension>> {
        let body = self.body;
        let constant = |i: usize| {
            (i < body.num_operands(op)).then(|| constant_index(body, body.operand(op, i))).flatten()
        };
        match body.op_name(op) {
            "scf.for" => Some(vec![Dimension { lower: constant(0), upper: constant(1), step: constant(2) }]),
            "scf.parallel" => {
                let n = self.entry_args(op);
                let dimension =
                    |i| Dimension { lower: constant(i), upper: constant(n + i), step: constant(2 * n + i) };
                Some((0..n).map(dimension).collect())
            }
            "gpu.launch" => {
                let sizes = (0..6).map(|i| Dimension { lower: Some(0), upper: constant(i), step: Some(1) });
                Some(sizes.collect())
            }
            "scf.forall" => self.forall(op),
            "affine.for" | "affine.parallel" => self.affine(op),
            "scf.while" => Some(Vec::new()),
            _ => self.structured(op),
        }
    }
    fn entry_args(&self, op: Op) -> usize {
        let entry = self.body.regions(op).first().and_then(|&r| self.body.blocks(r).first());
        entry.map_or(0, |&block| self.body.block_args(block).len())
    }
    fn forall(&self, op: Op) -> Option<Vec<Dimension>> {
        let body = self.body;
        let list = |name: &str| {
            let attr = body.attr(op, name)?;
            Some(body.cx().attr_as::<strata_ir::prelude::DenseArrayAttr>(attr)?.values.to_vec())
        };
        let (lower, upper, step) =
            (list("staticLowerBound")?, list("staticUpperBound")?, list("staticStep")?);
        let known = |list: &[i64], i: usize| list.get(i).copied().filter(|&n| n != i64::MIN);
        let dimension =
            |i| Dimension { lower: known(&lower, i), upper: known(&upper, i), step: known(&step, i) };
        Some((0..upper.len()).map(dimension).collect())
    }
    /// The bounds of an affine loop are maps, and its text has constants of them.
    fn affine(&self, op: Op) -> Option<Vec<Dimension>> {
        let line = self.ops.get(&op).and_then(|place| self.lines.get(place.first_line as usize))?;
        let (_, after) = line.split_once(" = ")?;
        if self.body.op_name(op) == "affine.parallel" {
            let list = |text: &str| {
                let inside = text.trim().trim_start_matches('(').split(')').next().unwrap_or_default();
                inside.split(',').map(|part| part.trim().parse().ok()).collect::<Vec<Option<i64>>>()
            };
            let (lower, rest) = after.split_once(" to ")?;
            let step = rest.split_once(" step ").map(|(_, step)| list(step)).unwrap_or_default();
            let (lower, upper) = (list(lower), list(rest));
            let dimension = |i: usize| Dimension {
                lower: lower.get(i).copied().flatten(),
                upper: upper.get(i).copied().flatten(),
                step: step.get(i).copied().unwrap_or(Some(1)),
            };
            return Some((0..upper.len()).map(dimension).collect());
        }
        let (lower, rest) = after.split_once(" to ")?;
        let upper = rest.split([' ', '{']).next()?;
        let step = rest
            .split_once(" step ")
            .map_or(Some(1), |(_, step)| step.split([' ', '{']).next()?.parse().ok());
        Some(vec![Dimension { lower: lower.trim().parse().ok(), upper: upper.parse().ok(), step }])
    }
    /// The iterations of a structured op, where its operands have known sizes.
    fn structured(&self, op: Op) -> Option<Vec<Dimension>> {
        let ranges = op.cast::<dyn LinalgOp>(self.body)?.static_loop_ranges(self.body);
        let dimension =
            |size: i64| Dimension { lower: Some(0), upper: (size >= 0).then_some(size), step: Some(1) };
        Some(ranges.into_iter().map(dimension).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_iteration_may_be_partial() {
        let trips = |lower, upper, step| {
            Dimension { lower: Some(lower), upper: Some(upper), step: Some(step) }.trips()
        };
        assert_eq!(trips(0, 64, 16), Some(4));
        assert_eq!(trips(2, 67, 16), Some(5));
        assert_eq!(trips(5, 5, 1), Some(0));
        assert_eq!(trips(9, 5, 1), Some(0));
        assert_eq!(trips(0, 5, 0), None);
        assert_eq!(trips(i64::MIN, i64::MAX, 1), None);
    }
}
