//! `custom_call @stablehlo.dynamic_reduce_window`: a `reduce_window` whose windows are operands and whose computation is a function. With
//! constant operands it is refined to a `reduce_window`.

use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use super::Refiner;
use crate::hlo_builder::*;

impl Refiner<'_> {
    pub(super) fn reduce_window(&mut self, b: &mut Body, op: Op) -> Result<(), Diagnostic> {
        _ = self.static_window(b, op);
        Ok(())
    }
    fn static_window(&self, b: &mut Body, op: Op) -> Option<()> {
        let cx = b.cx_arc().clone();
        let n = b.results(op).len();
        let operands: Vec<Value> = b.operands(op).collect();
        // Inputs, initial values, and five tensors: sizes, strides, two dilations, padding.
        if operands.len() != 2 * n + 5 || n == 0 {
            return None;
        }
        let numbers: Vec<Vec<i64>> =
            operands[2 * n..].iter().map(|&v| const_ints(b, v)).collect::<Option<_>>()?;
        let [size, strides, base, dilations, padding] = &numbers[..] else { return None };
        let pairs: Vec<(i64, i64)> = padding.chunks_exact(2).map(|p| (p[0], p[1])).collect();
        let windows = infer::windows(size, Some(strides), Some(&pairs), Some(base), Some(dilations)).ok()?;
        let shape = sizes(b, operands[0]);
        if windows.len() != shape.len() || operands[..n].iter().any(|&v| sizes(b, v) != shape) {
            return None;
        }
        let shape: Dims = shape.iter().zip(&windows).map(|(&size, w)| w.count(size)).collect();
        let inits = &operands[n..2 * n];
        let results: Vec<Type> = inits.iter().map(|&v| cx.tensor(&shape, elem(b, v))).collect();
        let called = b.attr(op, "called_computations").and_then(|a| cx.attr_as::<ArrayAttr>(a))?;
        let function = self.symbols().lookup(&cx, *called.0.first()?)?;
        let source = self.module.child(function)?;
        let region = *source.regions(Op::SELF).first()?;
        let [block] = *source.blocks(region) else { return None };
        if source.block_args(block).len() != 2 * n {
            return None;
        }
        let mut state = OpState::new(hlo::ReduceWindowOp::info(), b.loc(op));
        state.operands.extend_from_slice(&operands[..2 * n]);
        let rows = cx.tensor(&[pairs.len() as i64, 2], cx.i64());
        for (name, list) in [
            ("window_dimensions", size),
            ("window_strides", strides),
            ("base_dilations", base),
            ("window_dilations", dilations),
        ] {
            state.set_attr(&cx, name, cx.i64_array(list));
        }
        state.set_attr(&cx, "padding", cx.dense_i64s(rows, padding)?);
        state.result_types.extend(results);
        let new = Builder::before(b, op).build(state);
        let own = *b.regions(new).first()?;
        b.import_region(source, region, own, &mut IdMap::new());
        let end = b.blocks(own).first().and_then(|&k| b.last_op(k))?;
        let mut back = OpState::new(hlo::ReturnOp::info(), b.loc(end));
        back.operands.extend(b.operands(end));
        Builder::before(b, end).build(back);
        b.erase(end);
        for i in 0..n {
            let (old, value) = (b.result(op, i), b.result(new, i));
            b.replace_all_uses(old, value);
        }
        b.erase(op);
        Some(())
    }
}
