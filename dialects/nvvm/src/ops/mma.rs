//! `nvvm.mma.sync`: a product of matrices whose fragments are in the registers of a warp.

use strata_ir::prelude::*;
use strata_llvm::{
    constraints::{LlvmStruct, LlvmType},
    types::StructType,
};

use crate::{attrs::*, enums::*};

/// Multiplies two matrices and adds a third one.
#[op(name = "nvvm.mma.sync", traits = [AttrSizedOperandSegments], interfaces = [Verify], custom_asm)]
pub struct MmaOp {
    /// Numbers of rows, of columns, and of products in a sum.
    pub shape: Attr<MmaShape>,
    /// How bits are multiplied.
    #[ir_name = "b1Op"]
    pub b1_op: OptAttr<MmaBitProduct>,
    /// Whether sums of integers saturate or wrap around on overflow.
    #[ir_name = "intOverflowBehavior"]
    pub int_overflow_behavior: OptAttr<MmaIntOverflow>,
    /// The order of the first factor's elements.
    #[ir_name = "layoutA"]
    pub layout_a: Attr<MmaLayout>,
    /// The order of the second factor's elements.
    #[ir_name = "layoutB"]
    pub layout_b: Attr<MmaLayout>,
    /// The type of the first factor's elements.
    #[ir_name = "multiplicandAPtxType"]
    pub multiplicand_a_ptx_type: OptAttr<MmaType>,
    /// The type of the second factor's elements.
    #[ir_name = "multiplicandBPtxType"]
    pub multiplicand_b_ptx_type: OptAttr<MmaType>,
    /// The lane's part of the first factor.
    #[ir_name = "operandA"]
    pub operand_a: Variadic<LlvmType>,
    /// The lane's part of the second factor.
    #[ir_name = "operandB"]
    pub operand_b: Variadic<LlvmType>,
    /// The lane's part of the third matrix.
    #[ir_name = "operandC"]
    pub operand_c: Variadic<LlvmType>,
    /// The lane's part of the result.
    pub res: Res<LlvmStruct>,
}

const TYPES: [&str; 2] = ["multiplicandAPtxType", "multiplicandBPtxType"];

/// The element type that follows from the type of a register.
fn inferred(cx: &Context, ty: Type, accumulates: bool) -> Option<MmaType> {
    if let Some(s) = cx.type_as::<StructType>(ty) {
        return inferred(cx, *s.members().first()?, accumulates);
    }
    let half = ty == cx.f16() || cx.type_as::<VectorType>(ty).is_some_and(|v| v.elem == cx.f16());
    Some(match () {
        () if ty == cx.f64() => MmaType::F64,
        () if half => MmaType::F16,
        () if ty == cx.f32() && accumulates => MmaType::F32,
        () if ty == cx.f32() => MmaType::Tf32,
        () if ty == cx.i32() && accumulates => MmaType::S32,
        () => return None,
    })
}

/// The types of registers that a kind of product takes.
struct Registers {
    shapes: &'static [[i64; 3]],
    a: (usize, Type),
    b: (usize, Type),
    c: Vec<(usize, Type)>,
}

impl MmaOp {
    fn ptx_type(&self, b: &Body, name: &str) -> Option<MmaType> {
        b.attr(self.op(), name).and_then(|a| b.cx().attr_as::<MmaType>(a)).copied()
    }
    /// The register operands of the hardware's instructions for an element type and a number of rows.
    fn registers(cx: &Context, kind: MmaType, shape: [i64; 3]) -> Option<Registers> {
        use MmaType::*;
        let half = cx.vector(&[2], cx.f16());
        let (word, float, double) = (cx.i32(), cx.f32(), cx.f64());
        let [m, n, k] = shape;
        if m == 16 {
            let (depth, fragment, shapes): (i64, Type, &'static [[i64; 3]]) = match kind {
                Tf32 => (4, word, &[[16, 8, 4], [16, 8, 8]]),
                Bf16 => (8, word, &[[16, 8, 8], [16, 8, 16]]),
                F16 => (8, half, &[[16, 8, 8], [16, 8, 16]]),
                S4 | U4 => (32, word, &[[16, 8, 32], [16, 8, 64]]),
                B1 => (128, word, &[[16, 8, 128], [16, 8, 256]]),
                S8 | U8 => (16, word, &[[16, 8, 16], [16, 8, 32]]),
                _ => return None,
            };
            let c = match kind {
                S4 | U4 | B1 | S8 | U8 => vec![(4, word)],
                F16 => vec![(2, half), (4, float)],
                _ => vec![(4, float)],
            };
            let units = (k / depth) as usize;
            return Some(Registers {
                shapes,
                a: (units * 2, fragment),
                b: ((n / 8) as usize * units, fragment),
                c,
            });
        }
        if m != 8 {
            return None;
        }
        Some(match kind {
            F16 => {
                Registers { shapes: &[[8, 8, 4]], a: (2, half), b: (2, half), c: vec![(4, half), (8, float)] }
            }
            F64 => Registers { shapes: &[[8, 8, 4]], a: (1, double), b: (1, double), c: vec![(2, double)] },
            S4 | U4 => Registers { shapes: &[[8, 8, 32]], a: (1, word), b: (1, word), c: vec![(2, word)] },
            S8 | U8 => Registers { shapes: &[[8, 8, 16]], a: (1, word), b: (1, word), c: vec![(2, word)] },
            B1 => Registers { shapes: &[[8, 8, 128]], a: (1, word), b: (1, word), c: vec![(2, word)] },
            _ => return None,
        })
    }
}

impl Verify for MmaOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let Some(shape) = b.attr(self.op(), "shape").and_then(|a| cx.attr_as::<MmaShape>(a)) else {
            return Ok(());
        };
        let shape = [shape.m, shape.n, shape.k];
        let Some(kind) = self.ptx_type(b, TYPES[0]) else { return Ok(()) };
        let registers = Self::registers(cx, kind, shape).filter(|r| r.shapes.contains(&shape));
        let Some(registers) = registers else {
            let [m, n, k] = shape;
            return Err(VerifyError::from(format!("unimplemented variant for MMA shape <{m}, {n}, {k}>")));
        };
        let list =
            |types: &[Type]| types.iter().map(|&t| crate::printed_type(cx, t)).collect::<Vec<_>>().join(", ");
        let groups: [(&str, Vec<(usize, Type)>, Vec<Type>); 3] = [
            ("A", vec![registers.a], self.operand_a(b).map(|v| b.ty(v)).collect()),
            ("B", vec![registers.b], self.operand_b(b).map(|v| b.ty(v)).collect()),
            ("C", registers.c.clone(), self.operand_c(b).map(|v| b.ty(v)).collect()),
        ];
        for (name, expected, found) in groups {
            let fits = expected.iter().any(|&(n, ty)| found.len() == n && found.iter().all(|&t| t == ty));
            let words = expected.iter().map(|&(n, ty)| format!("{n}x{} ", crate::printed_type(cx, ty)));
            ensure!(
                fits,
                "Could not match types for the {name} operands; expected one of {}but got {}",
                words.collect::<String>(),
                list(&found)
            );
        }
        let result = b.ty(self.res(b));
        let results: Vec<Type> =
            registers.c.iter().map(|&(n, ty)| cx.ty(StructType::literal(vec![ty; n]))).collect();
        ensure!(
            results.contains(&result),
            "Could not match allowed types for the result; expected one of {} but got {}",
            list(&results),
            list(&[result])
        );
        let has = |name| b.attr(self.op(), name).is_some();
        ensure!(kind != MmaType::B1 || has("b1Op"), "op requires b1Op attribute");
        let small = matches!(kind, MmaType::S4 | MmaType::U4 | MmaType::S8 | MmaType::U8);
        ensure!(!small || has("intOverflowBehavior"), "op requires intOverflowBehavior attribute");
        let usual = b.attr(self.op(), "layoutA") == Some(MmaLayout::Row.attr(cx))
            && b.attr(self.op(), "layoutB") == Some(MmaLayout::Col.attr(cx));
        let free = shape == [8, 8, 4] && kind == MmaType::F16;
        ensure!(
            usual || free,
            "requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <{}, {}, {}> with element types {} and {}. Only m8n8k4 with f16 supports other layouts.",
            shape[0],
            shape[1],
            shape[2],
            kind.word(),
            self.ptx_type(b, TYPES[1]).unwrap_or(kind).word()
        );
        Ok(())
    }
}

impl CustomAsm for MmaOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let cx = b.cx();
        let groups: [(&str, Vec<Value>); 3] = [
            ("A", self.operand_a(b).collect()),
            ("B", self.operand_b(b).collect()),
            ("C", self.operand_c(b).collect()),
        ];
        let mut hidden = vec!["operandSegmentSizes"];
        for ((name, values), attr) in groups.iter().zip([Some(TYPES[0]), Some(TYPES[1]), None]) {
            p.text(" ").text(name).text("[").values(values.iter().copied()).text("] ");
            let told = values.first().and_then(|&v| inferred(cx, b.ty(v), false));
            if let Some(attr) = attr
                && told.is_some()
                && told == self.ptx_type(b, attr)
            {
                hidden.push(attr);
            }
        }
        p.attr_dict(self.op(), &hidden);
        p.text(" : (");
        p.list(groups.iter(), |p, (_, values)| {
            if let Some(&first) = values.first() {
                p.type_of(first);
            }
        });
        p.text(") -> ").type_of(self.res(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let mut groups = Vec::new();
        for name in ["A", "B", "C"] {
            p.expect(name)?;
            p.expect("[")?;
            let mut operands = Vec::new();
            p.list_until("]", |p| {
                operands.push(p.operand()?);
                Ok(())
            })?;
            groups.push(operands);
        }
        p.attr_dict(state)?;
        p.expect(":")?;
        let at = p.location();
        let types = p.types_parens()?;
        if types.len() != 3 {
            let message = format!("expected one type for each operand segment but got {} types", types.len());
            return Err(p.error_at(at, message));
        }
        let sizes: Vec<i32> = groups.iter().map(|g| g.len() as i32).collect();
        for (operands, &ty) in groups.into_iter().zip(&types) {
            for operand in operands {
                let value = p.resolve(operand, ty)?;
                state.operands.push(value);
            }
        }
        p.expect("->")?;
        let result = p.ty()?;
        state.result_types.push(result);
        for (name, &ty) in TYPES.into_iter().zip(&types) {
            let given = state.info.attr_slot(name).is_some_and(|slot| state.attrs[slot].is_some());
            if given {
                continue;
            }
            let Some(kind) = inferred(cx, ty, false) else {
                let message = format!("attribute {name} is not provided explicitly and cannot be inferred");
                return Err(p.error_at(at, message));
            };
            state.set_attr(cx, name, kind.attr(cx));
        }
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        Ok(())
    }
}
