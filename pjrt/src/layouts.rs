//! The extension of the table for layouts: an array has an order of its dimensions.

use std::sync::Arc;

use crate::abi::*;
use crate::border::entries;
use crate::buffer::BUFFERS;
use crate::client::CLIENTS;
use crate::device::Handles;
use crate::error::Result;
use crate::executable::{ArrayType, EXECUTABLES};
use crate::ffi;
use crate::layout::row_major_order;
use crate::owned_bytes;
use crate::slab::Slab;
use crate::topology::TOPOLOGIES;

/// The order of the dimensions of an array, from the fastest to the slowest.
pub(crate) struct Order(Vec<i64>);

static LAYOUTS: Slab<Order> = Slab::new("layout");

/// A layout for a caller, who destroys it.
fn handle(minor_to_major: &[i64]) -> Result<*mut PJRT_Layouts_MemoryLayout> {
    LAYOUTS.insert(Arc::new(Order(minor_to_major.to_vec())))
}

fn destroy(args: &mut PJRT_Layouts_MemoryLayout_Destroy_Args) -> Result<()> {
    LAYOUTS.remove(args.layout);
    Ok(())
}

/// XLA's text of a layout: the dimensions from the fastest to the slowest.
fn serialize(args: &mut PJRT_Layouts_MemoryLayout_Serialize_Args) -> Result<()> {
    let layout = LAYOUTS.get(args.layout)?;
    let dims: Vec<String> = layout.0.iter().map(i64::to_string).collect();
    let (start, length, owner) = owned_bytes::give(format!("{{{}}}", dims.join(",")).into_bytes());
    (args.serialized_bytes, args.serialized_bytes_size) = (start, length);
    args.serialized_layout = owner;
    args.serialized_layout_deleter = Some(owned_bytes::delete);
    Ok(())
}

fn of_client(args: &mut PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args) -> Result<()> {
    CLIENTS.get(args.client)?;
    args.layout = handle(&row_major_order(args.num_dims))?;
    Ok(())
}

fn of_topology(args: &mut PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args) -> Result<()> {
    TOPOLOGIES.get(args.topology_description)?;
    args.layout = handle(&row_major_order(args.num_dims))?;
    Ok(())
}

fn of_buffer(args: &mut PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args) -> Result<()> {
    args.layout = handle(&BUFFERS.get(args.buffer)?.minor_to_major)?;
    Ok(())
}

/// The layouts of arrays. The executable keeps the list; the caller destroys its elements.
fn of_arrays(types: &[ArrayType]) -> Result<Handles<PJRT_Layouts_MemoryLayout>> {
    Ok(Handles::new(types.iter().map(|ty| handle(&ty.minor_to_major)).collect::<Result<Vec<_>>>()?))
}

fn of_outputs(args: &mut PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    args.num_outputs = executable.outputs.len();
    args.layouts = executable.layouts.keep(of_arrays(&executable.outputs)?);
    Ok(())
}

fn of_parameters(args: &mut PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    args.num_parameters = executable.inputs.len();
    args.layouts = executable.layouts.keep(of_arrays(&executable.inputs)?);
    Ok(())
}

entries! { enter:
    call_destroy = destroy,
    call_serialize = serialize,
    call_of_client = of_client,
    call_of_buffer = of_buffer,
    call_of_topology = of_topology,
    call_of_outputs = of_outputs,
    call_of_parameters = of_parameters,
}

/// The extension.
pub(crate) static EXTENSION: Extension<PJRT_Layouts_Extension> = Extension(PJRT_Layouts_Extension {
    base: PJRT_Extension_Base {
        struct_size: size_of::<PJRT_Layouts_Extension>(),
        r#type: LAYOUTS_EXTENSION,
        next: ffi::EXTENSION.base(),
    },
    destroy: Some(call_destroy),
    serialize: Some(call_serialize),
    client_getdefaultlayout: Some(call_of_client),
    buffer_memorylayout: Some(call_of_buffer),
    topology_getdefaultlayout: Some(call_of_topology),
    executable_getoutputlayouts: Some(call_of_outputs),
    executable_getparameterlayouts: Some(call_of_parameters),
});
