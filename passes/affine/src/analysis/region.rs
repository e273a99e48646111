//! Memory regions: the elements of a memref that accesses reach, in terms of the induction variables of outer loops.

use strata_affine::ValueMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap, Relation, relation::BoundKind},
    prelude::*,
};

use super::{
    access::Access,
    constraints::{ValueConstraints, for_op_of},
    domain::{enclosing_ops, induction_vars},
};

/// The elements that accesses to one memref reach.
#[derive(Clone, Debug)]
pub struct MemoryRegion {
    /// The memory.
    pub memref: Value,
    /// Whether the accesses write.
    pub is_write: bool,
    /// The dimensions are those of the memref; symbols are induction variables of outer loops and other values.
    pub constraints: ValueConstraints,
}

/// Whether a value is an induction variable of an affine loop.
pub fn is_affine_induction_var(b: &Body, value: Value) -> bool {
    let Def::Arg { block, .. } = b.def(value) else { return false };
    let Some(parent) = b.block_parent_op(block) else { return false };
    parent.isa::<strata_affine::ParallelOp>(b) || for_op_of(b, value).is_some()
}

impl MemoryRegion {
    /// The region of an access within the bounds of the memref; see [`MemoryRegion::accessed`].
    pub fn compute(
        b: &Body,
        access: &Access,
        depth: usize,
        limits: Option<&dyn Fn(&mut ValueConstraints) -> Option<()>>,
    ) -> Option<Self> {
        let mut region = Self::accessed(b, access, depth, limits)?;
        let shape = b.cx().type_as::<MemRefType>(b.ty(access.memref))?.shape.clone();
        if !shape.is_empty() {
            region.constraints.add_shape_bounds(&shape);
            region.constraints.relation.remove_trivial_redundancy();
        }
        Some(region)
    }
    /// All of a memref, in terms of the outermost `depth` induction variables around an access to it; `None` if a size is not known.
    pub fn whole(b: &Body, access: &Access, depth: usize) -> Option<Self> {
        let mut ivs = induction_vars(b, &enclosing_ops(b, access.op));
        ivs.truncate(depth);
        let shape = b.cx().type_as::<MemRefType>(b.ty(access.memref))?.shape.clone();
        if shape.contains(&DYNAMIC) {
            return None;
        }
        let mut constraints = ValueConstraints::default();
        constraints.insert_dims(0, &vec![None; shape.len()]);
        for &iv in &ivs {
            constraints.append_symbol(iv);
        }
        constraints.add_shape_bounds(&shape);
        Some(Self { memref: access.memref, is_write: access.is_write, constraints })
    }
    /// The region of an access, in terms of the outermost `depth` induction variables around it. `limits` add bounds of the induction variables
    /// that a caller knows, after their values are variables. `None` if a bound or an index is no affine constraint.
    pub fn accessed(
        b: &Body,
        access: &Access,
        depth: usize,
        limits: Option<&dyn Fn(&mut ValueConstraints) -> Option<()>>,
    ) -> Option<Self> {
        let mut ivs = induction_vars(b, &enclosing_ops(b, access.op));
        ivs.truncate(depth);
        let shape = b.cx().type_as::<MemRefType>(b.ty(access.memref))?.shape.clone();
        let rank = shape.len();
        let mut constraints = ValueConstraints::default();
        if rank == 0 {
            for &iv in &ivs {
                constraints.append_symbol(iv);
            }
            return Some(Self { memref: access.memref, is_write: access.is_write, constraints });
        }
        for &value in &access.map.operands {
            constraints.column(b, value)?;
        }
        if let Some(limits) = limits {
            limits(&mut constraints)?;
        }
        let rows = constraints.rows(b, &access.map)?;
        constraints.insert_dims(0, &vec![None; rank]);
        for (i, row) in rows.into_iter().enumerate() {
            let mut equal = vec![0; rank];
            equal.extend(row.iter().map(|c| c.checked_neg()).collect::<Option<Vec<i64>>>()?);
            equal[i] = 1;
            constraints.relation.add_equality(equal);
        }
        let inputs = constraints.values.len();
        constraints.relation.set_symbol_count(inputs - rank);
        for value in constraints.values.clone().into_iter().flatten() {
            if is_affine_induction_var(b, value) && !ivs.contains(&value) {
                constraints.project_out_value(value);
            }
        }
        let (inputs, locals) = (constraints.values.len(), constraints.relation.n_locals());
        constraints.relation.project_out(inputs, locals);
        constraints.fold_constant_symbols();
        constraints.relation.remove_trivial_redundancy();
        Some(Self { memref: access.memref, is_write: access.is_write, constraints })
    }
    /// Enlarges the region to a box with another one of the same memref. `None`, and nothing changes, if that is not possible.
    pub fn union(&mut self, other: &Self) -> Option<()> {
        let mut theirs = other.constraints.clone();
        let mut own = self.constraints.clone();
        own.align_symbols(&mut theirs);
        own.relation.union_bounding_box(&theirs.relation)?;
        self.constraints = own;
        Some(())
    }
    /// The sizes of a box that contains the region, and where it begins, as a map of the symbols for each dimension. `None` if a size is not
    /// known.
    pub fn bounding_shape(&self, b: &Body) -> Option<(Vec<i64>, Vec<AffineMap>)> {
        let shape = b.cx().type_as::<MemRefType>(b.ty(self.memref))?.shape.clone();
        let mut bounded = self.constraints.clone();
        bounded.add_shape_bounds(&shape);
        let n_symbols = bounded.relation.n_symbols() as u32;
        let (mut sizes, mut lower) = (Vec::new(), Vec::new());
        for (dim, &size) in shape.iter().enumerate() {
            let (size, expr) = match bounded.relation.constant_size(dim) {
                Some(known) => {
                    let mut row = vec![0; bounded.relation.n_dims()];
                    row.extend(&known.lower[..n_symbols as usize]);
                    row.extend(vec![0; bounded.relation.n_locals()]);
                    row.push(*known.lower.last()?);
                    let locals = vec![AffineExpr::constant(0); bounded.relation.n_locals()];
                    (known.size, bounded.relation.row_to_expr(&row, &locals).floor_div(known.divisor))
                }
                None if size == DYNAMIC => return None,
                None => (size, AffineExpr::constant(0)),
            };
            sizes.push(size);
            lower.push(AffineMap::new(0, n_symbols, vec![expr]));
        }
        Some((sizes, lower))
    }
    /// The number of elements of a box that contains the region.
    pub fn num_elements(&self, b: &Body) -> Option<i64> {
        self.bounding_shape(b)?.0.into_iter().try_fold(1i64, i64::checked_mul)
    }
    /// The number of bytes of a box that contains the region; `None` also if the memref has a layout.
    pub fn size_in_bytes(&self, b: &Body) -> Option<i64> {
        let ty = b.cx().type_as::<MemRefType>(b.ty(self.memref))?;
        if !is_identity_layout(b.cx(), ty) {
            return None;
        }
        self.num_elements(b)?.checked_mul(element_bytes(b.cx(), ty.elem)?)
    }
}

/// Whether elements are in row-major order without gaps.
pub fn is_identity_layout(cx: &Context, ty: &MemRefType) -> bool {
    match ty.layout {
        None => true,
        Some(layout) => cx.attr_as::<AffineMapAttr>(layout).is_some_and(|map| map.0.is_identity()),
    }
}

/// The bytes of an element: a number, or a vector of numbers.
pub fn element_bytes(cx: &Context, elem: Type) -> Option<i64> {
    let (count, scalar) = match cx.type_as::<VectorType>(elem) {
        Some(vector) => (vector.shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d))?, vector.elem),
        None => (1, elem),
    };
    let bits = i64::from(cx.bit_width(scalar)?).checked_mul(count)?;
    Some(bits.div_euclid(8) + i64::from(bits % 8 != 0))
}

impl ValueConstraints {
    /// Removes symbols that an equality makes a constant.
    pub fn fold_constant_symbols(&mut self) {
        let mut at = self.relation.n_dims();
        while at < self.values.len() {
            let only = |row: &&Vec<i64>| {
                row[at].abs() == 1 && row[..row.len() - 1].iter().enumerate().all(|(i, &c)| i == at || c == 0)
            };
            let known = self.relation.equalities().iter().find(only);
            let value = known.and_then(|row| row[row.len() - 1].checked_mul(-row[at]));
            match value {
                Some(value) => {
                    self.relation.set_and_eliminate(at, value);
                    self.values.remove(at);
                }
                None => at += 1,
            }
        }
    }
    /// Bounds the first dimensions by the sizes of a memref.
    pub fn add_shape_bounds(&mut self, shape: &[i64]) {
        for (dim, &size) in shape.iter().enumerate() {
            self.relation.add_bound(BoundKind::Lower, dim, 0);
            if size != DYNAMIC {
                self.relation.add_bound(BoundKind::Upper, dim, size - 1);
            }
        }
    }
    /// Makes bounds of the first dimensions that are numbers such that they are within the sizes of a memref.
    pub fn clamp_constants(&mut self, shape: &[i64]) {
        for row in self.relation.inequalities_mut() {
            let Some((constant, factors)) = row.split_last_mut() else { continue };
            let mut nonzero = factors.iter().enumerate().filter(|(_, f)| **f != 0);
            let (Some((dim, &factor)), None) = (nonzero.next(), nonzero.next()) else { continue };
            match (factor, shape.get(dim)) {
                (1, Some(_)) => *constant = (*constant).min(0),
                (-1, Some(&size)) if size != DYNAMIC => *constant = (*constant).min(size - 1),
                _ => {}
            }
        }
    }
    /// Bounds some of the first dimensions by the sizes of a memref.
    pub fn add_shape_bounds_where(&mut self, shape: &[i64], wanted: impl Fn(&Relation, usize) -> bool) {
        let dims: Vec<usize> = (0..shape.len()).filter(|&d| wanted(&self.relation, d)).collect();
        for dim in dims {
            self.relation.add_bound(BoundKind::Lower, dim, 0);
            if shape[dim] != DYNAMIC {
                self.relation.add_bound(BoundKind::Upper, dim, shape[dim] - 1);
            }
        }
        self.relation.remove_trivial_redundancy();
    }
    /// Gives both systems, which have as many dimensions, the same symbols in the same order.
    pub fn align_symbols(&mut self, other: &mut Self) {
        let n_dims = self.relation.n_dims();
        for value in other.values[n_dims..].iter().copied().flatten().collect::<Vec<_>>() {
            if self.find(value).is_none() {
                self.append_symbol(value);
            }
        }
        for (i, value) in self.values.clone().into_iter().enumerate().skip(n_dims) {
            let Some(value) = value else { continue };
            let at = other.find(value).unwrap_or_else(|| other.append_symbol(value));
            other.relation.swap_vars(i, at);
            other.values.swap(i, at);
        }
    }
}

/// The bytes that the accesses in `root`, a loop, reach, each memref counted once; `None` if that is not known.
pub fn memory_footprint(b: &Body, root: Op) -> Option<i64> {
    let depth = induction_vars(b, &enclosing_ops(b, root)).len();
    let mut regions: Vec<MemoryRegion> = Vec::new();
    for access in super::access::accesses_in(b, root) {
        let region = MemoryRegion::compute(b, &access, depth, None)?;
        match regions.iter_mut().find(|r| r.memref == region.memref) {
            Some(known) => known.union(&region)?,
            None => regions.push(region),
        }
    }
    regions.iter().try_fold(0i64, |sum, region| sum.checked_add(region.size_in_bytes(b)?))
}

/// The map of a region's symbols with their values.
pub fn symbol_map(constraints: &ValueConstraints, map: AffineMap) -> Option<ValueMap> {
    let symbols = constraints.values[constraints.relation.n_dims()..].iter().copied();
    Some(ValueMap::new(map, symbols.collect::<Option<Vec<_>>>()?))
}
