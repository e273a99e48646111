//! `dynamic_reduce_window`: inputs, initial values, and tensors of sizes, strides, dilations of the base and of windows, and paddings.
//!
//! - Windows that are prefixes or suffixes of one dimension are a `chlo.scan`.
//! - Windows with constant sizes, strides and dilations are a `reduce_window` over a base that is padded before.
//! - Others are a loop over the elements of a window: each iteration combines one element of all windows at once.

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use crate::{
    chlo_to_stablehlo::emit::{Emit, V},
    stablehlo_to_linalg::size_equality::{self, Origin},
};

/// A computation on two elements for each input: the region of a function.
#[derive(Clone, Copy)]
struct Computation<'m> {
    source: &'m Body,
    region: Region,
}

/// The windows of a call.
struct Windows<'m> {
    inputs: Vec<Value>,
    inits: Vec<Value>,
    results: Vec<Type>,
    /// The sizes of the inputs in their types.
    shape: Vec<i64>,
    /// Sizes, strides, dilations of the base, dilations of windows.
    lists: [Vec<Origin>; 4],
    /// Before and after, for each dimension.
    padding: Vec<[Origin; 2]>,
    computation: Computation<'m>,
}

pub(super) fn lower(b: &mut Builder<'_>, op: Op, source: &Body) -> Result<Vec<Value>, String> {
    let windows = Windows::new(b, op, source)?;
    if let Some((dim, backwards)) = windows.scan(b) {
        return Ok(windows.as_scan(b, dim, backwards));
    }
    match windows.constants() {
        Some(numbers) => windows.as_known(b, &numbers),
        None => windows.as_loop(b),
    }
}

impl<'m> Windows<'m> {
    fn new(b: &mut Builder<'_>, op: Op, source: &'m Body) -> Result<Self, String> {
        let results: Vec<Type> = b.result_types(op).collect();
        let operands: Vec<Value> = b.operands(op).collect();
        let n = results.len();
        if n == 0 || operands.len() != 2 * n + 5 {
            return Err("it needs inputs, as many first values, and five tensors of numbers".into());
        }
        let shape = infer::sizes(b.cx(), b.ty(operands[0])).to_vec();
        let rank = shape.len();
        let of_rank = |&v: &Value| infer::sizes(b.cx(), b.ty(v)).len() == rank;
        if !operands[..n].iter().all(of_rank) {
            return Err("its inputs must have one rank".into());
        }
        for (i, &v) in operands[2 * n..].iter().enumerate() {
            let wanted = if i == 4 { vec![rank as i64, 2] } else { vec![rank as i64] };
            if infer::sizes(b.cx(), b.ty(v)) != wanted {
                return Err("its windows must have a number for each dimension of its inputs".into());
            }
        }
        let keys = |v: Value, count: usize| -> Vec<Origin> {
            (0..count).map(|i| size_equality::origin_of_element(b, v, i)).collect()
        };
        let lists = [0, 1, 2, 3].map(|i| keys(operands[2 * n + i], rank));
        let padding = keys(operands[2 * n + 4], 2 * rank).chunks_exact(2).map(|p| [p[0], p[1]]).collect();
        let scalars: Vec<Type> =
            operands[n..2 * n].iter().map(|&v| b.cx().tensor(&[], b.cx().elem_or_self(b.ty(v)))).collect();
        let &[region] = source.regions(Op::SELF) else { return Err("its computation has no body".into()) };
        let &[block] = source.blocks(region) else { return Err("its computation has no body".into()) };
        let args = source.block_args(block).iter().map(|&v| source.ty(v));
        if !args.eq(scalars.iter().chain(&scalars).copied()) {
            return Err("its computation takes other elements".into());
        }
        let end = source.last_op(block).ok_or("its computation has no end")?;
        if !source.operand_types(end).eq(scalars) {
            return Err("its computation returns other elements".into());
        }
        // Padding is filled with the initial value, which may have a wider type.
        let mut inputs = Vec::with_capacity(n);
        for (&input, &init) in operands[..n].iter().zip(&operands[n..2 * n]) {
            let elem = b.cx().elem_or_self(b.ty(init));
            let e = Emit::new(b);
            inputs.push(e.value(input).convert(elem).value);
        }
        let inits = operands[n..2 * n].to_vec();
        Ok(Windows {
            inputs,
            inits,
            results,
            shape,
            lists,
            padding,
            computation: Computation { source, region },
        })
    }

    fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The dimension and the direction, if the windows are those of a scan.
    fn scan(&self, b: &Body) -> Option<(usize, bool)> {
        let [size, rest @ ..] = &self.lists;
        let one = Origin::Known(1);
        let nothing = Origin::Known(0);
        let plain = rest.iter().flatten().all(|&origin| origin == one);
        let mut others = (0..self.rank()).filter(|&d| size[d] != one || self.padding[d] != [nothing; 2]);
        let dim = others.next()?;
        if !plain
            || others.next().is_some()
            || size[dim] != size_equality::origin_of_dim(b, self.inputs[0], dim)
        {
            return None;
        }
        let [low, high] = self.padding[dim];
        if high == nothing && size_equality::is_one_less(b, low, size[dim]) {
            return Some((dim, false));
        }
        (low == nothing && size_equality::is_one_less(b, high, size[dim])).then_some((dim, true))
    }

    fn as_scan(&self, b: &mut Builder<'_>, dim: usize, backwards: bool) -> Vec<Value> {
        let cx = b.cx_arc().clone();
        let n = self.inputs.len();
        let mut shape = self.shape.clone();
        shape.remove(dim);
        let (mut carries, mut slices) = (Vec::new(), Vec::new());
        for (&input, &init) in self.inputs.iter().zip(&self.inits) {
            let e = Emit::new(b);
            let ty = cx.tensor(&shape, e.value(init).elem());
            let input = e.value(input);
            let others: Vec<V<'_>> = (0..self.rank()).filter(|&d| d != dim).map(|d| input.size(d)).collect();
            carries.push(filled(e.value(init), &others, ty).value);
            slices.push(ty);
        }
        let mut state = OpState::new(chlo::ScanOp::info(), b.cur_loc());
        state.operands.extend(self.inputs.iter().chain(&carries).copied());
        state.result_types.extend(self.results.iter().chain(&slices).copied());
        state.set_attr(&cx, "dimension", cx.i64_attr(dim as i64));
        // The order of combination within a window is unspecified.
        state.set_attr(&cx, "is_associative", cx.bool_attr(true));
        if backwards {
            state.set_attr(&cx, "is_reverse", cx.bool_attr(true));
        }
        for name in ["operandSegmentSizes", "resultSegmentSizes"] {
            state.set_attr(&cx, name, cx.i32_array(&[n as i32, n as i32]));
        }
        let scan = b.build(state);
        let params = [&slices[..], &slices[..]].concat();
        b.region_block(scan, 0, &params, |b, block| {
            let args = b.block_args(block).to_vec();
            let (next, so_far) = args.split_at(n);
            // The order of elements in a window is kept.
            let args = if backwards { [next, so_far].concat() } else { [so_far, next].concat() };
            let made: Vec<Value> =
                slices.iter().enumerate().map(|(i, &ty)| self.computation.map(b, &args, i, ty)).collect();
            hlo::ReturnOp::build(b, &[&made[..], &made[..]].concat());
        });
        b.results(scan)[..n].to_vec()
    }

    /// Sizes, strides, dilations of the base and of windows, if they are constants.
    fn constants(&self) -> Option<[Vec<i64>; 4]> {
        let known =
            |list: &Vec<Origin>| list.iter().map(|&origin| known(origin)).collect::<Option<Vec<i64>>>();
        let [a, b, c, d] = &self.lists;
        Some([known(a)?, known(b)?, known(c)?, known(d)?])
    }

    fn as_known(&self, b: &mut Builder<'_>, numbers: &[Vec<i64>; 4]) -> Result<Vec<Value>, String> {
        let cx = b.cx_arc().clone();
        let [size, strides, base, dilations] = numbers;
        infer::windows(size, Some(strides), None, Some(base), Some(dilations))?;
        let padded = self.padded(b);
        let mut state = OpState::new(hlo::ReduceWindowOp::info(), b.cur_loc());
        state.operands.extend(padded.iter().chain(&self.inits).copied());
        state.result_types.extend(self.results.iter().copied());
        for (name, list) in
            [("window_dimensions", size), ("window_strides", strides), ("window_dilations", dilations)]
        {
            state.set_attr(&cx, name, cx.i64_array(list));
        }
        let reduce = b.build(state);
        self.computation.import(b, reduce, None);
        Ok(b.results(reduce).to_vec())
    }

    /// The inputs with padding and with holes between their elements.
    fn padded(&self, b: &mut Builder<'_>) -> Vec<Value> {
        let mut all = Vec::with_capacity(self.inputs.len());
        for (&input, &init) in self.inputs.iter().zip(&self.inits) {
            let e = Emit::new(b);
            all.push(self.padded_input(e.value(input), e.value(init)).value);
        }
        all
    }

    fn padded_input<'e>(&self, input: V<'e>, init: V<'e>) -> V<'e> {
        let base = &self.lists[2];
        let still = |d: usize| self.padding[d] == [Origin::Known(0); 2] && base[d] == Origin::Known(1);
        if (0..self.rank()).all(still) {
            return input;
        }
        let scalar = |origin: Origin| number(input, origin);
        let shape: Vec<i64> =
            (0..self.rank()).map(|d| if still(d) { input.sizes()[d] } else { DYNAMIC }).collect();
        let [low, high] = [0, 1].map(|side| {
            let list: Vec<V<'e>> = self.padding.iter().map(|pair| scalar(pair[side])).collect();
            input.vector(&list)
        });
        let interior: Vec<V<'e>> = base
            .iter()
            .map(|&origin| match known(origin).and_then(|n| n.checked_sub(1)) {
                Some(n) => scalar(Origin::Known(n)),
                None => scalar(origin) - 1.0,
            })
            .collect();
        let interior = input.vector(&interior);
        let ty = infer::tensor_like(input.cx(), input.ty(), &shape);
        input.op::<hlo::DynamicPadOp>(&[init, low, high, interior], ty, &[])
    }

    fn as_loop(&self, b: &mut Builder<'_>) -> Result<Vec<Value>, String> {
        let cx = b.cx_arc().clone();
        let n = self.inputs.len();
        let padded = self.padded(b);
        let counter = cx.tensor(&[], cx.i64());
        let types: Vec<Type> = self
            .inits
            .iter()
            .zip(&self.results)
            .map(|(&init, &result)| infer::tensor_like(&cx, b.ty(init), infer::sizes(&cx, result)))
            .collect();
        // The number of windows, their extents, and the number of their elements.
        let (mut state, mut counts, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        let (mut sizes, mut dilations) = (Vec::new(), Vec::new());
        let (cells, fits) = {
            let e = Emit::new(b);
            let first = e.value(padded[0]);
            let mut all = number(first, Origin::Known(1));
            let mut fits = all.eq(1.0);
            // Numbers of 32 bits in 64 bits: no product of two, and no sum of such, overflows.
            let number =
                |origin: Origin| number(first, origin).max(f64::from(i32::MIN)).min(f64::from(i32::MAX));
            let mut list = Vec::new();
            for d in 0..self.rank() {
                let numbers = [0, 1, 2, 3].map(|i| number(self.lists[i][d]));
                fits = numbers.iter().fold(fits, |fits, n| fits & n.ge(1.0));
                let [size, stride, _, dilation] = numbers;
                let reach = (size - 1.0) * dilation + 1.0;
                let count = (first.size(d).convert(cx.i64()) - reach + stride).max(0.0) / stride;
                all = all * size;
                fits = fits & all.le(f64::from(i32::MAX));
                all = all.min(f64::from(i32::MAX));
                list.push(count);
                counts.push(count.value);
                strides.push(stride.value);
                sizes.push(size.value);
                dilations.push(dilation.value);
            }
            state.push(number(Origin::Known(0)).value);
            for (&init, &ty) in self.inits.iter().zip(&types) {
                state.push(filled(e.value(init), &list, ty).value);
            }
            (all.value, fits.value)
        };
        let mut assertion = OpState::new(hlo::CustomCallOp::info(), b.cur_loc());
        assertion.operands.push(fits);
        for (name, attr) in [
            ("call_target_name", cx.string_attr("shape_assertion")),
            ("has_side_effect", cx.bool_attr(true)),
            ("error_message", cx.string_attr("a window is not positive, or too large")),
        ] {
            assertion.set_attr(&cx, name, attr);
        }
        b.build(assertion);
        let mut carried = vec![counter];
        carried.extend(&types);
        let new = hlo::WhileOp::build(b, &state, &carried);
        b.region_block(new.op(), 0, &carried, |b, block| {
            let k = b.block_args(block)[0];
            let go = {
                let e = Emit::new(b);
                e.value(k).lt(e.value(cells)).value
            };
            hlo::ReturnOp::build(b, &[go]);
        });
        b.region_block(new.op(), 1, &carried, |b, block| {
            let args: Vec<Value> = b.block_args(block).to_vec();
            let (mut next, mut parts) = (Vec::new(), args[1..].to_vec());
            {
                let e = Emit::new(b);
                let k = e.value(args[0]);
                next.push((k + 1.0).value);
                let [mut starts, mut limits, mut steps] = [(); 3].map(|()| vec![k; self.rank()]);
                let mut rest = k;
                for d in (0..self.rank()).rev() {
                    let at = |list: &[Value]| e.value(list[d]);
                    let place = rest.rem(at(&sizes));
                    rest = rest / at(&sizes);
                    let extent = ((at(&counts) - 1.0) * at(&strides) + 1.0).max(0.0);
                    // Without windows, any valid index will do.
                    let whole = e.value(padded[0]).size(d).convert(cx.i64());
                    let start = (place * at(&dilations)).min(whole - extent);
                    (starts[d], limits[d], steps[d]) = (start, start + extent, at(&strides));
                }
                let vectors = [k.vector(&starts), k.vector(&limits), k.vector(&steps)];
                for (&v, &ty) in padded.iter().zip(&types) {
                    parts.push(e.value(v).op::<hlo::RealDynamicSliceOp>(&vectors, ty, &[]).value);
                }
            }
            next.extend((0..n).map(|i| self.computation.map(b, &parts, i, types[i])));
            hlo::ReturnOp::build(b, &next);
        });
        let results: Vec<Value> = b.results(new.op())[1..].to_vec();
        let mut out = Vec::with_capacity(n);
        for (&v, &ty) in results.iter().zip(&self.results) {
            let e = Emit::new(b);
            out.push(e.value(v).convert(cx.elem_or_self(ty)).value);
        }
        Ok(out)
    }
}

/// The number, if it is a constant.
fn known(origin: Origin) -> Option<i64> {
    match origin {
        Origin::Known(n) => Some(n),
        _ => None,
    }
}

/// A number as a tensor of rank 0 and type `i64`; `at` says where its ops go.
fn number<'e>(at: V<'e>, origin: Origin) -> V<'e> {
    let cx = at.cx();
    let scalar = cx.tensor(&[], cx.i64());
    match origin {
        Origin::Known(n) => {
            let value = cx.dense_i64s(scalar, &[n]).unwrap_or_else(|| cx.i64_attr(n));
            at.nullary::<hlo::ConstantOp>(scalar, &[("value", value)])
        }
        Origin::Dim(v, d) => at.at(v).size(d).convert(cx.i64()),
        Origin::Scalar(v) => widened(at.at(v)),
        Origin::Element(v, i) => {
            let v = at.at(v);
            let n: i64 = v.sizes().iter().product();
            let row = v.op::<hlo::ReshapeOp>(&[], infer::tensor_like(cx, v.ty(), &[n]), &[]);
            let bounds = |n: i64| cx.i64_array(&[n]);
            let attrs = [
                ("start_indices", bounds(i as i64)),
                ("limit_indices", bounds(i as i64 + 1)),
                ("strides", bounds(1)),
            ];
            let one = row.op::<hlo::SliceOp>(&[], infer::tensor_like(cx, v.ty(), &[1]), &attrs);
            widened(one.op::<hlo::ReshapeOp>(&[], infer::tensor_like(cx, v.ty(), &[]), &[]))
        }
    }
}

/// Extends to `i64`; an unsigned value that is too large is saturated.
fn widened(v: V<'_>) -> V<'_> {
    let cx = v.cx();
    let is_large = cx.as_int(v.elem()).is_some_and(|t| t.width > 63 && t.signedness == Signedness::Unsigned);
    let v = if is_large { v.min((1u64 << 62) as f64) } else { v };
    v.convert(cx.i64())
}

/// A tensor of rank 0 broadcast to these sizes.
fn filled<'e>(v: V<'e>, sizes: &[V<'e>], ty: Type) -> V<'e> {
    if sizes.is_empty() {
        return v;
    }
    let dims = v.cx().i64_array(&[]);
    v.op::<hlo::DynamicBroadcastInDimOp>(&[v.vector(sizes)], ty, &[("broadcast_dimensions", dims)])
}

impl Computation<'_> {
    /// Result `which` of the computation, applied to all elements of tensors.
    fn map(self, b: &mut Builder<'_>, operands: &[Value], which: usize, ty: Type) -> Value {
        let cx = b.cx_arc().clone();
        let rank = infer::sizes(&cx, ty).len() as i64;
        let mut state = OpState::new(hlo::MapOp::info(), b.cur_loc());
        state.operands.extend_from_slice(operands);
        state.result_types.push(ty);
        state.set_attr(&cx, "dimensions", cx.i64_array(&(0..rank).collect::<Vec<_>>()));
        let map = b.build(state);
        self.import(b, map, Some(which));
        b.result(map, 0)
    }

    /// Imports the function's body as the region of an op, which returns all results or one of them.
    fn import(self, b: &mut Builder<'_>, op: Op, which: Option<usize>) {
        let body = b.body();
        let Some(&own) = body.regions(op).first() else { return };
        body.import_region(self.source, self.region, own, &mut IdMap::new());
        let Some(end) = body.blocks(own).first().and_then(|&block| body.last_op(block)) else { return };
        let mut back = OpState::new(hlo::ReturnOp::info(), body.loc(end));
        let returned: Vec<Value> = body.operands(end).collect();
        back.operands.extend(
            returned.into_iter().enumerate().filter(|(i, _)| which.is_none_or(|w| w == *i)).map(|r| r.1),
        );
        Builder::before(body, end).build(back);
        body.erase(end);
    }
}
