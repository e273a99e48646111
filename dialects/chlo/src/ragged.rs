//! `ragged_dot`.

use strata_ir::prelude::*;
use strata_stablehlo::facts::*;
use strata_stablehlo::{DotDimensionNumbers, constraints as hlo, infer};

use crate::{Precision, RaggedDotDimensionNumbers, constraints::Tensor};

attr_constraint! {
    /// Precisions, one for each operand.
    PrecisionConfig: ArrayAttr = "Precision Config attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<Precision>(a).is_some()));
}

/// Contractions of groups of different sizes.
///
/// The left operand has one ragged dimension, whose role determines the function of the op. Batch dimensions are left
/// out:
///
/// | ragged dimension | left | right | result |
/// |---|---|---|---|
/// | free | `[m, k]` | `[g, k, n]` | `[m, n]` |
/// | contracted | `[m, k]` | `[k, n]` | `[g, m, n]` |
/// | batch | `[b, m, k]` | `[b, k, n]` | `[b, m, n]` |
#[op(
    name = "chlo.ragged_dot",
    facts = [Rounds],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
)]
pub struct RaggedDotOp {
    /// Left operand.
    pub lhs: Operand<Tensor>,
    /// Right operand.
    pub rhs: Operand<Tensor>,
    /// Sizes of the groups.
    pub group_sizes: Operand<hlo::IntTensor>,
    /// The roles of the dimensions.
    pub ragged_dot_dimension_numbers: Attr<RaggedDotDimensionNumbers>,
    /// How exact, for each operand.
    pub precision_config: OptAttr<PrecisionConfig>,
    /// The sums.
    pub result: Res<Tensor>,
}

/// Requires `dim` to be a dimension of a tensor of `rank` dimensions.
fn in_range(dim: i64, rank: usize, name: &str, rank_name: &str) -> Result<(), String> {
    if (0..rank as i64).contains(&dim) {
        return Ok(());
    }
    Err(format!("Expects {name} to be in range [0, {rank_name}) i.e. [0, {rank}). got: {dim}."))
}

/// Requires two lists of dimensions to have nothing in common, and each no dimension twice.
fn distinct(a: &[i64], b: &[i64], name_a: &str, name_b: &str) -> Result<(), String> {
    let all = [a, b].concat();
    match all.iter().enumerate().find(|(i, d)| all[..*i].contains(d)) {
        Some((_, twice)) => Err(format!("has duplicated dimension from {name_a} and {name_b}: {twice}")),
        None => Ok(()),
    }
}

impl InferTypes for RaggedDotOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let like = infer::product_like(b.cx(), b.ty(self.lhs(b)), b.ty(self.rhs(b)))?;
        Ok(smallvec![infer::tensor_like(b.cx(), like, &self.shape(b)?)])
    }
}

impl RaggedDotOp {
    /// The sizes of the result.
    fn shape(self, b: &Body) -> Result<Dims, String> {
        let cx = b.cx();
        let precisions = self.precision_config(b).and_then(|p| cx.attr_as::<ArrayAttr>(p.raw()));
        infer::precision_count(precisions.map_or(0, |p| p.0.len()))?;
        let d = self.ragged_dot_dimension_numbers(b).get(cx);
        let dot = DotDimensionNumbers {
            lhs_batching_dimensions: d.lhs_batching_dimensions.clone(),
            rhs_batching_dimensions: d.rhs_batching_dimensions.clone(),
            lhs_contracting_dimensions: d.lhs_contracting_dimensions.clone(),
            rhs_contracting_dimensions: d.rhs_contracting_dimensions.clone(),
        };
        infer::dot_general(cx, b.ty(self.lhs(b)), b.ty(self.rhs(b)), &dot)?;
        let [lhs, rhs, groups] =
            [self.lhs(b), self.rhs(b), self.group_sizes(b)].map(|v| infer::sizes(cx, b.ty(v)));
        let &[ragged] = &d.lhs_ragged_dimensions[..] else {
            return Err("There must be exactly one ragged dimension in the lhs.".into());
        };
        in_range(ragged, lhs.len(), "lhs_ragged_dim", "lhs_rank")?;
        let (batch, contract) = (&d.lhs_batching_dimensions[..], &d.lhs_contracting_dimensions[..]);
        let is_free = |dim: &i64| !batch.contains(dim) && !contract.contains(dim);
        // The dimensions that the sizes of groups depend on: those before the ragged one, among its own kind.
        let before = |list: &[i64]| list.iter().copied().take_while(|&d| d != ragged).collect::<Vec<i64>>();
        let (batch_mode, contract_mode) = (batch.contains(&ragged), contract.contains(&ragged));
        let prefix = if batch_mode {
            before(batch)
        } else if contract_mode {
            [batch, &before(contract)].concat()
        } else {
            [batch, &(0..ragged).filter(is_free).collect::<Vec<i64>>()].concat()
        };
        let Some((&count, lead)) = groups.split_last() else {
            return Err(format!("expected group_sizes to have rank {}, got 0", prefix.len() + 1));
        };
        if !lead.is_empty() {
            if lead.len() != prefix.len() {
                return Err(format!(
                    "expected group_sizes to have rank {}, got {}",
                    prefix.len() + 1,
                    groups.len()
                ));
            }
            let expected: Vec<i64> = prefix.iter().map(|&d| lhs[d as usize]).collect();
            if !infer::same_shape(&expected, lead) {
                return Err(format!(
                    "group_sizes is expected to have shape [{}, {count}], got [{}]",
                    infer::text(&expected),
                    infer::text(groups)
                ));
            }
        }
        let (rhs_batch, rhs_contract) = (&d.rhs_batching_dimensions[..], &d.rhs_contracting_dimensions[..]);
        let group_dims = &d.rhs_group_dimensions[..];
        for &dim in group_dims {
            in_range(dim, rhs.len(), "rhs_group_dim", "rhs_rank")?;
        }
        distinct(group_dims, rhs_batch, "rhs_group_dimensions", "rhs_batching_dimensions")?;
        distinct(group_dims, rhs_contract, "rhs_group_dimensions", "rhs_contracting_dimensions")?;
        if batch_mode || contract_mode {
            if !group_dims.is_empty() {
                return Err("There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.".into());
            }
        } else {
            let &[group] = group_dims else {
                return Err("There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.".into());
            };
            let size = rhs[group as usize];
            if !infer::sizes_match(count, size) {
                return Err(format!("rhs group dimension is expected to have size={count}, got {size}"));
            }
        }
        let mut shape: Dims = contract_mode.then_some(count).into_iter().collect();
        shape.extend(batch.iter().map(|&d| lhs[d as usize]));
        shape.extend((0..lhs.len() as i64).filter(is_free).map(|d| lhs[d as usize]));
        let is_free =
            |d: &i64| !rhs_batch.contains(d) && !rhs_contract.contains(d) && !group_dims.contains(d);
        shape.extend((0..rhs.len() as i64).filter(is_free).map(|d| rhs[d as usize]));
        Ok(shape)
    }
}

impl Verify for RaggedDotOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let shape = self.shape(b).map_err(VerifyError::bare)?;
        let result = b.ty(self.result(b));
        if infer::same_shape(&shape, infer::sizes(b.cx(), result)) {
            return Ok(());
        }
        Err(VerifyError::bare(format!(
            "inferred shape '[{}]' is incompatible with return type of operation '{}'",
            infer::text(&shape),
            b.cx().type_to_string(result)
        )))
    }
}
