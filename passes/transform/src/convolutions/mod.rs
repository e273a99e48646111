//! Convolutions as other ops.

mod columns;
mod decompose;
mod decompose_winograd;
mod depthwise_columns;
mod transpose_filter;
mod winograd;

pub use decompose::decompose;
pub use decompose_winograd::{decompose_winograd, is_winograd};
pub use transpose_filter::transpose_filter;
pub use winograd::to_winograd;

use strata_ir::{affine::AffineMap, core::DYNAMIC, prelude::*};
use strata_linalg::{DepthwiseConv2DNhwcHwcOp, GenericOp, IteratorType};
use strata_tensor::{EmptyOp, MixedIndex};

/// The op that makes the columns, and the op whose result replaces that of the convolution.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The op that makes columns.
    pub columns: Op,
    /// The op of the result.
    pub result: Op,
}

/// Replaces a convolution by a product with columns. `None`, with nothing changed, if there is no such form of it.
pub fn to_columns(body: &mut Body, op: Op) -> Option<Columns> {
    // Windows with gaps have no columns of neighbours.
    if window(body, op, "dilations")? != [1, 1] {
        return None;
    }
    if op.isa::<DepthwiseConv2DNhwcHwcOp>(body) {
        return depthwise_columns::rewrite(body, op);
    }
    columns::rewrite(body, op)
}

/// The numbers of a window, for height and width: ones where they are not given.
fn window(body: &Body, op: Op, name: &str) -> Option<[i64; 2]> {
    match body.attr(op, name) {
        None => Some([1, 1]),
        Some(attr) => {
            let numbers = body.cx().attr_as::<DenseElementsAttr>(attr)?.to_i64s(body.cx())?;
            <[i64; 2]>::try_from(numbers).ok()
        }
    }
}

/// The shape of a tensor, if all its sizes are known.
fn static_shape<const N: usize>(body: &Body, v: Value) -> Option<[i64; N]> {
    let shape = &body.cx().type_as::<TensorType>(body.ty(v))?.shape;
    <[i64; N]>::try_from(&shape[..]).ok().filter(|shape| !shape.contains(&DYNAMIC))
}

/// A tensor of this shape of elements of another one.
fn select(b: &mut Builder<'_>, from: Value, shape: &[i64], map: AffineMap) -> Op {
    let sizes: Vec<MixedIndex> = shape.iter().map(|&n| n.into()).collect();
    let elem = b.cx().elem_or_self(b.ty(from));
    let empty = EmptyOp::create(b, &sizes, elem);
    let (ty, rank) = (b.ty(empty), shape.len());
    let maps = [map, AffineMap::identity(rank as u32)];
    let kinds = vec![IteratorType::Parallel; rank];
    GenericOp::build_with(b, &[from], &[empty], &maps, &kinds, &[ty], |_, args| args[..1].to_vec()).op()
}
