//! The `interpreter` dialect: ops that only an interpreter can execute.

use strata_ir::{core::symbols::SymbolScope, prelude::*};
use strata_stablehlo::constraints as hlo;

dialect! {
    /// The dialect of the interpreter.
    interpreter {
        ops: [PrintOp, ProbeOp, RunParallelOp],
    }
}

type_constraint! {
    /// A tensor or a token.
    TensorOrToken = "ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token", |ty, cx| hlo::HloTensor::check(ty, cx) || cx.type_as::<strata_stablehlo::TokenType>(ty).is_some();
}
attr_constraint! {
    /// The names of functions, row by row.
    Programs: ArrayAttr = "Array of FlatSymbolRefArrayAttr", |a, cx| rows(cx, a).iter().all(|&row| hlo::SymbolRefArray::check(row, cx));
}

/// The elements of an array attribute.
fn rows(cx: &Context, a: Attr) -> &[Attr] {
    cx.attr_as::<ArrayAttr>(a).map_or(&[], |a| &a.0)
}

/// Prints a tensor and returns it.
#[op(name = "interpreter.print", traits = [SameOperandsAndResultType], asm = "$operand attr-dict `:` type($result)")]
pub struct PrintOp {
    /// The tensor.
    pub operand: Operand<hlo::HloTensor>,
    /// The same tensor.
    pub result: Res<hlo::HloTensor>,
}

/// Records a tensor for later comparison and returns it.
#[op(
    name = "interpreter.probe",
    traits = [SameOperandsAndResultType],
    asm = "$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)",
)]
pub struct ProbeOp {
    /// The tensor.
    pub operand: Operand<hlo::HloTensor>,
    /// The name of the probe.
    pub probe_id: Attr<StringAttr>,
    /// The same tensor.
    pub result: Res<hlo::HloTensor>,
}

/// Runs programs on a grid of replicas and partitions. Its inputs are those of all programs, one after the other, and
/// so are its results.
#[op(name = "interpreter.run_parallel", interfaces = [VerifySymbolUses])]
pub struct RunParallelOp {
    /// The inputs.
    pub inputs: Variadic<TensorOrToken>,
    /// The functions whose results `stablehlo.infeed` reads.
    pub infeed: OptAttr<hlo::SymbolRefArray>,
    /// The names of the programs: for each replica those of its partitions.
    pub programs: Attr<Programs>,
    /// The results.
    pub results: VariadicRes<TensorOrToken>,
}

impl RunParallelOp {
    /// The type of a function that the op names.
    fn function(b: &Body, symbols: &SymbolScope<'_>, name: Attr) -> Result<FunctionType, VerifyError> {
        let cx = b.cx();
        let ty = symbols.lookup(cx, name).and_then(|(body, op)| {
            let ty = cx.attr_as::<TypeAttr>(body.attr(op, "function_type")?)?;
            cx.type_as::<FunctionType>(ty.ty())
        });
        let text = cx.attr_as::<SymbolRefAttr>(name).map_or("", |s| cx.str(s.root));
        ty.cloned().ok_or_else(|| VerifyError::bare(format!("Function \"{text}\" not found")))
    }
}

impl VerifySymbolUses for RunParallelOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let grid = rows(cx, self.programs(b).raw());
        let partitions = grid.first().map_or(0, |&row| rows(cx, row).len());
        if partitions == 0 {
            return Err(VerifyError::bare("`programs` attribute cannot be empty"));
        }
        let (mut inputs, mut results) = (0, 0);
        for &row in grid {
            let row = rows(cx, row);
            if row.len() != partitions {
                return Err(VerifyError::bare(format!(
                    "Sizes of second dimension of `programs` should all match {partitions} but got {}",
                    row.len()
                )));
            }
            for &name in row {
                let ty = Self::function(b, symbols, name)?;
                inputs += ty.inputs.len();
                results += ty.results.len();
            }
        }
        for (what, own, sum) in
            [("inputs", self.inputs(b).count(), inputs), ("results", self.results(b).len(), results)]
        {
            if own != sum {
                return Err(VerifyError::bare(format!(
                    "Number of {what} ({own}) should match the sum of the number of {what} of all programs ({sum})"
                )));
            }
        }
        let Some(infeed) = self.infeed(b) else { return Ok(()) };
        let infeed = rows(cx, infeed.raw());
        if infeed.is_empty() {
            return Err(VerifyError::bare("infeed attribute is optional or should not be empty"));
        }
        for &name in infeed {
            let ty = Self::function(b, symbols, name)?;
            let text = cx.attr_as::<SymbolRefAttr>(name).map_or("", |s| cx.str(s.root));
            let [result] = ty.results[..] else {
                return Err(VerifyError::bare(format!(
                    "Function \"{text}\" should return 1 tensor but returns {}",
                    ty.results.len()
                )));
            };
            if cx.shaped(result).is_none() {
                return Err(VerifyError::bare(format!(
                    "Function \"{text}\" should return a tensor type, but instead returns '{}'",
                    cx.type_to_string(result)
                )));
            }
        }
        Ok(())
    }
}
