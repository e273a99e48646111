//! Parts of arrays, as a mesh divides them among devices.

use strata_ir::prelude::{Context, Type};
use strata_sdy::{
    attrs::{Mesh, Reduction, TensorSharding},
    axes,
    tiling::Tiling,
};

use crate::{
    Elem, NpyArray, Num, Tensor, Value,
    kernels::{self, Bin},
    ops::elementwise::on_booleans,
};

/// Where the elements of a value are, as its sharding says.
///
/// Parts along axes that are `unreduced` are partial results. Those of a given value were never computed, and any that give the value are
/// right: the first device of a group gets the elements, the others zeros, or all of them the elements for a maximum or a minimum.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    tiling: Option<Tiling>,
    /// The devices whose parts are combined to one, in groups.
    unreduced: Vec<Vec<usize>>,
    reduction: Reduction,
}

impl Layout {
    pub(crate) fn new(sharding: &TensorSharding, mesh: &Mesh) -> Self {
        let axes = &sharding.unreduced_axes;
        let groups = if axes.is_empty() { Vec::new() } else { axes::groups(axes, mesh) };
        Self {
            tiling: Tiling::new(sharding, mesh),
            unreduced: numbers(&groups),
            reduction: sharding.reduction,
        }
    }
    /// The part of a device, of the type `ty`.
    pub(crate) fn part(&self, cx: &Context, whole: &Value, ty: Type, device: usize) -> Result<Value, String> {
        let array = NpyArray::from_value(whole).ok_or_else(|| no_elements(whole))?;
        let mut part = array.part(self.tiling.as_ref(), device);
        let is_first =
            self.unreduced.is_empty() || self.unreduced.iter().any(|group| group.first() == Some(&device));
        if !is_first && self.reduction == Reduction::Sum {
            let elem = Elem::from_type(cx, cx.elem_or_self(ty)).ok_or_else(|| no_elements(whole))?;
            let zeros = Tensor::splat(elem, &part.shape[..], Num::zero(elem));
            part.data = zeros.data.to_le(elem);
        }
        part.to_value(cx, ty)
    }
    /// The value of the type `ty` whose parts devices with these numbers have. Of several copies of a part the first is taken.
    pub(crate) fn whole(&self, cx: &Context, parts: &[(usize, &Value)], ty: Type) -> Result<Value, String> {
        if self.unreduced.is_empty() {
            return whole_of(cx, parts, ty, self.tiling.as_ref());
        }
        let reduced = self.reduced(parts)?;
        whole_of(
            cx,
            &reduced.iter().map(|(device, part)| (*device, part)).collect::<Vec<_>>(),
            ty,
            self.tiling.as_ref(),
        )
    }
    /// A device whose part is not to the bit what the other devices with the same part have.
    pub(crate) fn differing_copy(
        &self,
        whole: &Value,
        parts: &[(usize, &Value)],
    ) -> Result<Option<usize>, String> {
        // Partial results differ.
        if self.unreduced.is_empty() { differing_copy(whole, parts, self.tiling.as_ref()) } else { Ok(None) }
    }
    /// The parts after the reduction: all devices of a group have its result.
    fn reduced(&self, parts: &[(usize, &Value)]) -> Result<Vec<(usize, Value)>, String> {
        let mut reduced = Vec::new();
        for group in &self.unreduced {
            let members = parts.iter().filter(|(device, _)| group.contains(device));
            let mut sum: Option<Tensor> = None;
            for (_, part) in members.clone() {
                let part = part.elements().ok_or_else(|| no_elements(part))?;
                let next = match sum {
                    None => part.data.clone(),
                    Some(sum) => kernels::binary(self.bin(part.elem), part.elem, sum.data, part.data.clone())
                        .ok_or_else(|| format!("partial results of {} cannot be combined", part.elem))?,
                };
                sum = Some(Tensor::new(part.elem, part.shape.clone(), next));
            }
            if let Some(sum) = sum {
                reduced.extend(members.map(|&(device, _)| (device, Value::Tensor(sum.clone()))));
            }
        }
        Ok(reduced)
    }
    fn bin(&self, elem: Elem) -> Bin {
        let bin = match self.reduction {
            Reduction::Sum => Bin::Add,
            Reduction::Max => Bin::Max,
            Reduction::Min => Bin::Min,
        };
        on_booleans(bin, elem)
    }
}

/// Devices as indices.
pub(crate) fn numbers(groups: &[Vec<i64>]) -> Vec<Vec<usize>> {
    let number = |&id: &i64| usize::try_from(id).unwrap_or(usize::MAX);
    groups.iter().map(|group| group.iter().map(number).collect()).collect()
}

impl NpyArray {
    /// The part of a device; the whole array without a tiling.
    #[must_use]
    pub fn part(&self, tiling: Option<&Tiling>, device: usize) -> Self {
        let Some(tiling) = tiling else { return self.clone() };
        let sizes: Vec<i64> = self.shape.iter().map(|&size| size as i64).collect();
        let shape = Tiling::tile_sizes(Some(tiling), &sizes).into_iter().map(|size| size as usize).collect();
        Self { dtype: self.dtype.clone(), shape, data: tiling.part(&self.data, &sizes, device) }
    }
    /// The array of these sizes, from the parts of devices with their numbers. Of several copies of a part the first is taken.
    ///
    /// # Errors
    /// If there is no part.
    pub fn assemble(
        parts: &[(usize, &Self)],
        sizes: &[i64],
        tiling: Option<&Tiling>,
    ) -> Result<Self, String> {
        let &(_, first) = parts.first().ok_or("there are no parts")?;
        let Some(tiling) = tiling else { return Ok(first.clone()) };
        let tiles = usize::try_from(tiling.tiles.iter().product::<i64>()).unwrap_or(0);
        let mut data = vec![0; first.data.len().saturating_mul(tiles)];
        for &(device, part) in parts.iter().rev() {
            tiling.put(&mut data, sizes, device, &part.data);
        }
        let shape = sizes.iter().map(|&size| usize::try_from(size).unwrap_or(0)).collect();
        Ok(Self { dtype: first.dtype.clone(), shape, data })
    }
}

/// The part of a value, of the type `ty`, that a device has.
///
/// # Errors
/// If the value has no elements, or its part is not of this type.
pub fn part_of(
    cx: &Context,
    whole: &Value,
    ty: Type,
    tiling: Option<&Tiling>,
    device: usize,
) -> Result<Value, String> {
    let Some(tiling) = tiling else { return Ok(whole.clone()) };
    let array = NpyArray::from_value(whole).ok_or_else(|| no_elements(whole))?;
    array.part(Some(tiling), device).to_value(cx, ty)
}

/// The value of the type `ty` from the parts of devices with their numbers. Of several copies of a part the first is taken.
///
/// # Errors
/// If there is no part, or what the parts give is not of this type.
pub fn whole_of(
    cx: &Context,
    parts: &[(usize, &Value)],
    ty: Type,
    tiling: Option<&Tiling>,
) -> Result<Value, String> {
    let &(_, first) = parts.first().ok_or("there are no parts")?;
    if tiling.is_none() {
        return Ok(first.clone());
    }
    let arrays = arrays(parts)?;
    let arrays: Vec<(usize, &NpyArray)> = arrays.iter().map(|(device, array)| (*device, array)).collect();
    let sizes = cx.shaped(ty).and_then(|shaped| shaped.shape).unwrap_or_default();
    NpyArray::assemble(&arrays, sizes, tiling)?.to_value(cx, ty)
}

/// A device whose part of `whole` is not to the bit what the other devices with the same part have. A value without elements has no such
/// device.
///
/// # Errors
/// If only some of the values have elements.
pub fn differing_copy(
    whole: &Value,
    parts: &[(usize, &Value)],
    tiling: Option<&Tiling>,
) -> Result<Option<usize>, String> {
    let Some(whole) = NpyArray::from_value(whole) else { return Ok(None) };
    let differs = |(device, array): &(usize, NpyArray)| whole.part(tiling, *device).data != array.data;
    Ok(arrays(parts)?.iter().find(|part| differs(part)).map(|part| part.0))
}

fn arrays(parts: &[(usize, &Value)]) -> Result<Vec<(usize, NpyArray)>, String> {
    let array = |&(device, value): &(usize, &Value)| {
        Ok((device, NpyArray::from_value(value).ok_or_else(|| no_elements(value))?))
    };
    parts.iter().map(array).collect()
}

fn no_elements(value: &Value) -> String {
    format!("a {} cannot be divided among devices", value.describe())
}
