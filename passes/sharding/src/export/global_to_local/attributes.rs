//! Ops of StableHLO whose attributes have sizes: those of divided dimensions become local.
//!
//! Dimensions that an op treats as a whole cannot be divided; `sdy-insert-explicit-reshards` and `sdy-resolve-permutation-factors` see to
//! that. A program that was not prepared by them gets an error.

use strata_ir::prelude::*;
use strata_pass::PassResult;
use strata_stablehlo as hlo;

use super::Localizer;

/// A dimension that must be whole in its value.
type Whole = (Value, usize);

impl Localizer<'_> {
    pub(super) fn convert_hlo(&mut self, op: Op) -> PassResult {
        let values = |b: &Body| b.operands(op).chain(b.results(op).iter().copied()).collect::<Vec<_>>();
        if !values(self.body).iter().any(|value| self.whole.contains_key(value)) {
            return Ok(());
        }
        match self.body.op_name(op).strip_prefix("stablehlo.").unwrap_or_default() {
            "constant" => self.constant(op),
            "iota" => self.iota(op),
            "reduce" => self.reduce(op),
            "slice" => self.slice(op),
            "pad" => self.pad(op),
            "dynamic_slice" | "gather" => self.slice_sizes(op),
            "dynamic_update_slice" => self.update(op),
            "convolution" => self.convolution(op),
            "reshape" => self.reshape(op),
            "get_dimension_size" => self.dimension_size(op),
            "concatenate" | "sort" | "reverse" | "fft" | "cholesky" | "triangular_solve" | "reduce_window"
            | "select_and_scatter" | "scatter" => {
                let whole = self.whole_dimensions(op);
                self.refuse(op, &whole)
            }
            "rng" | "rng_bit_generator" | "composite" | "bitcast_convert" if self.is_opaque(op) => {
                Err(self.error(op, "cannot be divided among devices"))
            }
            _ => Ok(()),
        }
    }

    /// Whether all elements of an op depend on one another.
    fn is_opaque(&self, op: Op) -> bool {
        !op.isa::<hlo::BitcastConvertOp>(self.body)
    }

    fn refuse(&self, op: Op, whole: &[Whole]) -> PassResult {
        match whole.iter().find(|&&(value, dim)| self.is_split(value, dim)) {
            Some((_, dim)) => Err(self.error(op, &format!("cannot be divided along dimension {dim}"))),
            None => Ok(()),
        }
    }

    fn numbers(&self, op: Op, name: &str) -> Vec<i64> {
        let attr = self.body.attr(op, name);
        let Some(attr) = attr else { return Vec::new() };
        let cx = self.body.cx();
        if let Some(array) = cx.attr_as::<DenseArrayAttr>(attr) {
            return array.values.to_vec();
        }
        if let Some(dense) = cx.attr_as::<DenseElementsAttr>(attr) {
            return dense.to_i64s(cx).unwrap_or_default();
        }
        cx.attr_i64(attr).into_iter().collect()
    }

    /// The dimensions of operands and results that an op treats as a whole.
    fn whole_dimensions(&self, op: Op) -> Vec<Whole> {
        let b = &*self.body;
        let operands: Vec<Value> = b.operands(op).collect();
        let all: Vec<Value> = operands.iter().chain(b.results(op)).copied().collect();
        let rank = |value: Value| self.sizes(value).len();
        let of_all = |dims: &[usize]| -> Vec<Whole> {
            all.iter().flat_map(|&v| dims.iter().filter(move |&&d| d < rank(v)).map(move |&d| (v, d))).collect()
        };
        let last = |count: usize| -> Vec<Whole> {
            all.iter().flat_map(|&v| (rank(v).saturating_sub(count)..rank(v)).map(move |d| (v, d))).collect()
        };
        let named = |name: &str| self.numbers(op, name).iter().map(|&d| d as usize).collect::<Vec<_>>();
        match b.op_name(op) {
            "stablehlo.concatenate" | "stablehlo.sort" => of_all(&named("dimension")),
            "stablehlo.reverse" => of_all(&named("dimensions")),
            "stablehlo.fft" => last(self.numbers(op, "fft_length").len()),
            "stablehlo.cholesky" => last(2),
            "stablehlo.triangular_solve" => {
                let [a, rhs] = operands[..] else { return Vec::new() };
                let left = b.attr(op, "left_side") == Some(b.cx().bool_attr(true));
                let solved = rank(rhs).saturating_sub(if left { 2 } else { 1 });
                let (n, result) = (rank(a), b.result(op, 0));
                vec![(a, n.saturating_sub(1)), (a, n.saturating_sub(2)), (rhs, solved), (result, solved)]
            }
            "stablehlo.reduce_window" | "stablehlo.select_and_scatter" => self.windows(op, &all),
            "stablehlo.scatter" => self.scattered(op),
            _ => Vec::new(),
        }
    }

    /// The dimensions along which a window has more than one place.
    fn windows(&self, op: Op, all: &[Value]) -> Vec<Whole> {
        let other = |name: &str, usual: i64| -> Vec<usize> {
            let numbers = self.numbers(op, name);
            numbers.iter().enumerate().filter(|(_, n)| **n != usual).map(|(d, _)| d).collect()
        };
        let names = ["window_dimensions", "window_strides", "base_dilations"];
        let mut dims: Vec<usize> = names.iter().flat_map(|name| other(name, 1)).collect();
        dims.extend(other("padding", 0).iter().map(|place| place / 2));
        let ranked = all.iter().filter(|&&value| !self.sizes(value).is_empty());
        ranked.flat_map(|&value| dims.iter().map(move |&dim| (value, dim))).collect()
    }

    /// The dimensions of a scatter into which indices point, and those of the windows that are not as large as the input.
    fn scattered(&self, op: Op) -> Vec<Whole> {
        let b = &*self.body;
        let numbers = b.attr(op, "scatter_dimension_numbers");
        let numbers = numbers.and_then(|a| b.cx().attr_as::<hlo::ScatterDimensionNumbers>(a));
        let Some(numbers) = numbers else { return Vec::new() };
        let operands: Vec<Value> = b.operands(op).collect();
        let count = operands.len() / 2;
        let (inputs, rest) = operands.split_at(count.min(operands.len()));
        let Some((&indices, updates)) = rest.split_first() else { return Vec::new() };
        let mut whole = vec![(indices, numbers.index_vector_dim.0 as usize)];
        let results = b.results(op).to_vec();
        for &dim in numbers.inserted_window_dims.iter().chain(numbers.scatter_dims_to_operand_dims.iter()) {
            whole.extend(inputs.iter().chain(&results).map(|&value| (value, dim as usize)));
        }
        // Updates of different devices would have to meet in the result.
        let scatter_dims = |update: Value| {
            let batching = numbers.scatter_indices_batching_dims.len();
            let rank = self.sizes(update).len();
            let window = |dim: &usize| numbers.update_window_dims.contains(&(*dim as i64));
            (0..rank).filter(move |dim| !window(dim)).skip(batching).map(move |dim| (update, dim))
        };
        whole.extend(updates.iter().flat_map(|&update| scatter_dims(update).collect::<Vec<_>>()));
        whole
    }

    fn slice(&mut self, op: Op) -> PassResult {
        let input = self.body.operand(op, 0);
        let (starts, mut limits, strides) =
            (self.numbers(op, "start_indices"), self.numbers(op, "limit_indices"), self.numbers(op, "strides"));
        let (whole, sizes) = (self.whole_sizes(input), self.sizes(input));
        for dim in (0..sizes.len()).filter(|&dim| self.is_split(input, dim)) {
            if (starts[dim], limits[dim], strides[dim]) != (0, whole[dim], 1) {
                return Err(self.error(op, &format!("cannot be divided along dimension {dim}")));
            }
            limits[dim] = sizes[dim];
        }
        let attr = self.body.cx().i64_array(&limits);
        self.body.set_attr(op, "limit_indices", Some(attr));
        Ok(())
    }

    fn pad(&mut self, op: Op) -> PassResult {
        let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
        let input = self.body.operand(op, 0);
        let padded = |dim: &usize| names.iter().any(|name| self.numbers(op, name).get(*dim) != Some(&0));
        let dims = (0..self.sizes(input).len()).filter(padded);
        let whole: Vec<Whole> = dims.map(|dim| (input, dim)).collect();
        self.refuse(op, &whole)
    }

    /// `dynamic_slice` and `gather`: whole dimensions of the operand may be divided.
    fn slice_sizes(&mut self, op: Op) -> PassResult {
        let input = self.body.operand(op, 0);
        let mut slice = self.numbers(op, "slice_sizes");
        let (whole, sizes) = (self.whole_sizes(input), self.sizes(input));
        let numbers = self.body.attr(op, "dimension_numbers");
        let numbers = numbers.and_then(|a| self.body.cx().attr_as::<hlo::GatherDimensionNumbers>(a)).cloned();
        let batching = |dim: usize| {
            numbers.as_ref().is_some_and(|numbers| numbers.operand_batching_dims.contains(&(dim as i64)))
        };
        for dim in (0..sizes.len()).filter(|&dim| self.is_split(input, dim) && !batching(dim)) {
            if slice[dim] != whole[dim] {
                return Err(self.error(op, &format!("cannot be divided along dimension {dim}")));
            }
            slice[dim] = sizes[dim];
        }
        if let Some(numbers) = &numbers {
            let indices = self.body.operand(op, 1);
            self.refuse(op, &[(indices, numbers.index_vector_dim.0 as usize)])?;
        }
        let attr = self.body.cx().i64_array(&slice);
        self.body.set_attr(op, "slice_sizes", Some(attr));
        Ok(())
    }

    fn update(&mut self, op: Op) -> PassResult {
        let (input, update) = (self.body.operand(op, 0), self.body.operand(op, 1));
        let (all, part) = (self.whole_sizes(input), self.whole_sizes(update));
        let smaller = (0..all.len()).filter(|&dim| all[dim] != part[dim]);
        let whole: Vec<Whole> = smaller.flat_map(|dim| [(input, dim), (update, dim)]).collect();
        self.refuse(op, &whole)
    }

    /// `convolution`: groups are divided with the features or the batches that they are groups of.
    fn convolution(&mut self, op: Op) -> PassResult {
        let dims = self.body.attr(op, "dimension_numbers");
        let dims = dims.and_then(|a| self.body.cx().attr_as::<hlo::ConvDimensionNumbers>(a)).cloned();
        let Some(dims) = dims else { return Ok(()) };
        let (lhs, rhs, result) = (self.body.operand(op, 0), self.body.operand(op, 1), self.body.result(op, 0));
        let mut whole: Vec<Whole> = Vec::new();
        whole.extend(dims.input_spatial_dimensions.iter().map(|&dim| (lhs, dim as usize)));
        whole.extend(dims.kernel_spatial_dimensions.iter().map(|&dim| (rhs, dim as usize)));
        whole.extend(dims.output_spatial_dimensions.iter().map(|&dim| (result, dim as usize)));
        self.refuse(op, &whole)?;
        let parts = |value: Value, dim: i64| {
            let dim = dim as usize;
            self.whole_sizes(value)[dim] / self.sizes(value)[dim].max(1)
        };
        let feature = parts(lhs, dims.input_feature_dimension);
        let batch = parts(lhs, dims.input_batch_dimension);
        let kernel_input = parts(rhs, dims.kernel_input_feature_dimension);
        for (name, parts, grouped) in [
            ("feature_group_count", feature, kernel_input == 1),
            ("batch_group_count", batch, parts(result, dims.output_batch_dimension) == 1),
        ] {
            let count = self.numbers(op, name).first().copied().unwrap_or(1);
            if count == 1 || parts == 1 || !grouped {
                continue;
            }
            if count % parts != 0 {
                return Err(self.error(op, &format!("has {count} groups, which {parts} devices cannot share")));
            }
            let attr = self.body.cx().i64_attr(count / parts);
            self.body.set_attr(op, name, Some(attr));
        }
        Ok(())
    }

    fn reshape(&mut self, op: Op) -> PassResult {
        let count = |value: Value| self.sizes(value).iter().product::<i64>();
        if count(self.body.operand(op, 0)) != count(self.body.result(op, 0)) {
            return Err(self.error(op, "has an operand and a result that are divided differently"));
        }
        Ok(())
    }

    /// `get_dimension_size` of a divided dimension is the size of the whole one.
    fn dimension_size(&mut self, op: Op) -> PassResult {
        let (input, result) = (self.body.operand(op, 0), self.body.result(op, 0));
        let dim = self.numbers(op, "dimension").first().copied().unwrap_or(0) as usize;
        if !self.is_split(input, dim) {
            return Ok(());
        }
        let (size, ty) = (self.whole_sizes(input)[dim], self.body.ty(result));
        let number = self.before(op, |h| h.int(size.unsigned_abs(), ty));
        self.replace(op, number);
        Ok(())
    }
}
