//! Shapes as XLA's protocol buffers, `xla.ShapeProto`.

use crate::abi::PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args;
use crate::border::slice;
use crate::device::MEMORY_KINDS;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ffi::primitive_type;
use crate::layout::{order_of, strides};
use crate::owned_bytes;
use crate::topology::TOPOLOGIES;
use crate::wire::{packed, push_bytes, push_int};

/// Fields of `ShapeProto`.
const ELEMENT_TYPE: u64 = 2;
const DIMENSIONS: u64 = 3;
const LAYOUT: u64 = 5;
const IS_DYNAMIC_DIMENSION: u64 = 6;
/// A field of `LayoutProto`.
const MINOR_TO_MAJOR: u64 = 1;

/// An array with the order of its dimensions.
fn proto(element: Element, dims: &[i64], minor_to_major: &[i64]) -> Result<Vec<u8>> {
    let number = primitive_type(element.name);
    let number = number.ok_or_else(|| Error::unimplemented(format!("shapes of {}", element.name)))?;
    let mut layout = Vec::new();
    push_bytes(&mut layout, MINOR_TO_MAJOR, &packed(minor_to_major));
    let mut shape = Vec::new();
    push_int(&mut shape, ELEMENT_TYPE, number.into());
    push_bytes(&mut shape, DIMENSIONS, &packed(dims));
    push_bytes(&mut shape, LAYOUT, &layout);
    push_bytes(&mut shape, IS_DYNAMIC_DIMENSION, &packed(&vec![0; dims.len()]));
    Ok(shape)
}

/// The shape of an array in a memory. All memories have arrays without gaps, row-major ones unless a layout says otherwise.
pub(crate) fn canonical(
    args: &mut PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args,
) -> Result<()> {
    TOPOLOGIES.get(args.topology)?;
    let kind = usize::try_from(args.memory_space_kind_id).ok().filter(|&kind| kind < MEMORY_KINDS.len());
    kind.ok_or_else(|| Error::invalid(format!("there is no kind of memory {}", args.memory_space_kind_id)))?;
    let element = Element::of_number(args.element_type)?;
    // SAFETY: the caller gives the list with its length, and a layout of the interface or null.
    let (dims, own) = unsafe {
        let dims = slice(args.dims, args.num_dims, "the list of sizes")?;
        element.array_bytes(dims)?;
        (dims, strides(args.layout, dims, element.bytes)?)
    };
    let bytes = proto(element, dims, &order_of(dims, &own, element.bytes)?)?;
    args.serialized_shape_size = bytes.len();
    args.serialized_shape = owned_bytes::give_by_address(bytes)?;
    args.serialized_shape_deleter = Some(owned_bytes::delete_by_address);
    Ok(())
}
