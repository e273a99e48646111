//! A uniform view of structured ops: operands, indexing maps, iterator types and payload.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{IteratorType, LinalgOp};
use strata_memref::layout;

/// The parts of a structured op.
#[derive(Clone, Debug)]
pub struct Structured {
    /// The op.
    pub op: Op,
    /// Inputs.
    pub inputs: Vec<Value>,
    /// Outputs, also called inits.
    pub outputs: Vec<Value>,
    /// One map for each input and output, from loops to indices.
    pub maps: Vec<AffineMap>,
    /// One for each loop.
    pub iterators: Vec<IteratorType>,
    /// The payload.
    pub block: Block,
}

/// The parts of a structured op with a payload whose loops are parallel or reductions.
pub fn structured(body: &Body, op: Op) -> Option<Structured> {
    let found = Structured::read(body, op).ok()?;
    (!found.iterators.contains(&IteratorType::Window)).then_some(found)
}

impl Structured {
    /// Reads a structured op with a payload; the error says why it has no such parts.
    ///
    /// # Errors
    /// When the op is not structured, or has no payload or not a map for each operand.
    pub fn read(b: &Body, op: Op) -> Result<Self, &'static str> {
        let linalg = op.cast::<dyn LinalgOp>(b).ok_or("it is not structured")?;
        let block = linalg.payload(b).ok_or("it has no payload")?;
        let maps = linalg.indexing_maps(b);
        if maps.len() != b.num_operands(op) {
            return Err("its maps do not match its operands");
        }
        let inits = linalg.dps_init_range(b);
        let operands: Vec<Value> = b.operands(op).collect();
        Ok(Self {
            op,
            inputs: operands[..inits.start].to_vec(),
            outputs: operands[inits].to_vec(),
            maps,
            iterators: linalg.iterator_types(b),
            block,
        })
    }
    /// Number of loops.
    pub fn num_loops(&self) -> usize {
        self.iterators.len()
    }
    /// All operands in map order.
    pub fn operands(&self) -> impl Iterator<Item = Value> + '_ {
        self.inputs.iter().chain(&self.outputs).copied()
    }
    /// Whether the op reads the old element of output `i`: its payload reads it, or an empty reduction keeps it.
    pub fn reads_output(&self, b: &Body, i: usize) -> bool {
        !self.is_elementwise()
            || b.block_args(self.block).get(self.inputs.len() + i).is_some_and(|&a| b.has_uses(a))
    }
    /// Whether all loops are parallel.
    pub fn is_elementwise(&self) -> bool {
        self.iterators.iter().all(|&i| i == IteratorType::Parallel)
    }
    /// The static sizes of the loops, from the shapes of the operands; `None` when one is not known.
    pub fn static_sizes(&self, b: &Body) -> Option<Vec<i64>> {
        let mut sizes = vec![None; self.num_loops()];
        for (v, map) in self.operands().zip(&self.maps) {
            let Some(shape) = b.cx().shaped(b.ty(v)).and_then(|s| s.shape) else { continue };
            for (expr, &d) in map.results().iter().zip(shape) {
                if let Some(dim) = expr.as_dim()
                    && d != DYNAMIC
                {
                    sizes[dim as usize] = Some(d);
                }
            }
        }
        sizes.into_iter().collect()
    }
}

/// Whether the innermost dimension of a memref has stride one, if it has dimensions.
pub fn is_contiguous_innermost(b: &Body, v: Value) -> bool {
    let cx = b.cx();
    let Some(t) = cx.type_as::<MemRefType>(b.ty(v)) else { return false };
    match t.layout {
        None => true,
        Some(l) => cx
            .attr_as::<StridedLayoutAttr>(l)
            .is_some_and(|s| s.strides.last().is_none_or(|&stride| stride == 1)),
    }
}

/// Static strides of a buffer; `None` where one, or a size, is not known.
pub fn static_strides(cx: &Context, ty: Type) -> Option<Vec<i64>> {
    let t = cx.type_as::<MemRefType>(ty)?;
    let strides = layout::strides(cx, ty)?.strides;
    (!t.shape.contains(&DYNAMIC) && !strides.contains(&DYNAMIC)).then_some(strides)
}
