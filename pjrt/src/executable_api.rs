//! The functions of the interface on executables.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use strata_driver::Footprint;

use crate::abi::*;
use crate::border::{slice, text};
use crate::client::{CLIENTS, compiler};
use crate::error::{Error, Result};
use crate::executable::{EXECUTABLES, Executable, LOADED, Loaded};
use crate::ffi::{USER_DATA, UserData};
use crate::owned_bytes;
use crate::topology::TOPOLOGIES;

/// The formats of programs.
const FORMATS: [&str; 1] = ["mlir"];

/// The code of a program.
///
/// # Safety
/// It is null or a program of the interface.
unsafe fn code<'a>(program: *const PJRT_Program) -> Result<&'a [u8]> {
    if program.is_null() {
        return Err(Error::invalid("the program is null"));
    }
    // SAFETY: as the caller says.
    let (code, format) = unsafe {
        let program = program.read_unaligned();
        let format = text(program.format, program.format_size, "the format of the program")?;
        (slice(program.code, program.code_size, "the program")?, format)
    };
    if FORMATS.contains(&format) {
        Ok(code)
    } else {
        Err(Error::unimplemented(format!("programs in the format '{format}'; 'mlir' is read")))
    }
}

pub(crate) fn compile(args: &mut PJRT_Client_Compile_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    // SAFETY: the caller gives program and options with their lengths.
    let (code, options) = unsafe {
        (code(args.program)?, slice(args.compile_options, args.compile_options_size, "the compile options")?)
    };
    client.check_process()?;
    let executable = Executable::compile(&client.compiler, code, options)?;
    args.executable = LOADED.insert(Arc::new(Loaded::new(&client, executable)?))?;
    Ok(())
}

/// Compiles for a topology, whose processor is this machine's.
pub(crate) fn compile_for_topology(args: &mut PJRT_Compile_Args) -> Result<()> {
    let topology = TOPOLOGIES.get(args.topology)?;
    // SAFETY: the caller gives program and options with their lengths.
    let (code, options) = unsafe {
        (code(args.program)?, slice(args.compile_options, args.compile_options_size, "the compile options")?)
    };
    let compiler = compiler(topology.target()?);
    args.executable = EXECUTABLES.insert(Executable::compile(&compiler, code, options)?)?;
    Ok(())
}

pub(crate) fn load(args: &mut PJRT_Client_Load_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let executable = EXECUTABLES.get(args.executable)?;
    args.loaded_executable = LOADED.insert(Arc::new(Loaded::new(&client, executable)?))?;
    Ok(())
}

pub(crate) fn destroy(args: &mut PJRT_Executable_Destroy_Args) -> Result<()> {
    EXECUTABLES.remove(args.executable);
    Ok(())
}

pub(crate) fn destroy_loaded(args: &mut PJRT_LoadedExecutable_Destroy_Args) -> Result<()> {
    LOADED.remove(args.executable);
    Ok(())
}

pub(crate) fn executable(args: &mut PJRT_LoadedExecutable_GetExecutable_Args) -> Result<()> {
    args.executable = EXECUTABLES.insert(Arc::clone(&LOADED.get(args.loaded_executable)?.executable))?;
    Ok(())
}

pub(crate) fn name(args: &mut PJRT_Executable_Name_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    (args.executable_name, args.executable_name_size) = (executable.name.as_ptr(), executable.name.len());
    Ok(())
}

pub(crate) fn replicas(args: &mut PJRT_Executable_NumReplicas_Args) -> Result<()> {
    args.num_replicas = EXECUTABLES.with(args.executable, |executable| executable.replicas)?;
    Ok(())
}

pub(crate) fn partitions(args: &mut PJRT_Executable_NumPartitions_Args) -> Result<()> {
    args.num_partitions = EXECUTABLES.with(args.executable, |executable| executable.partitions)?;
    Ok(())
}

pub(crate) fn outputs(args: &mut PJRT_Executable_NumOutputs_Args) -> Result<()> {
    args.num_outputs = EXECUTABLES.with(args.executable, |executable| executable.outputs.len())?;
    Ok(())
}

pub(crate) fn code_size(args: &mut PJRT_Executable_SizeOfGeneratedCodeInBytes_Args) -> Result<()> {
    args.size_in_bytes = bytes_of(EXECUTABLES.get(args.executable)?.code.footprint.code);
    Ok(())
}

pub(crate) fn output_types(args: &mut PJRT_Executable_OutputElementTypes_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    (args.output_types, args.num_output_types) =
        (executable.output_types.as_ptr(), executable.output_types.len());
    Ok(())
}

pub(crate) fn output_dimensions(args: &mut PJRT_Executable_OutputDimensions_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    args.num_outputs = executable.outputs.len();
    (args.dims, args.dim_sizes) = (executable.output_dims.as_ptr(), executable.output_ranks.as_ptr());
    Ok(())
}

pub(crate) fn output_memory_kinds(args: &mut PJRT_Executable_OutputMemoryKinds_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    args.num_outputs = executable.outputs.len();
    let kinds = &executable.output_memories;
    (args.memory_kinds, args.memory_kind_sizes) = (kinds.names.as_ptr().cast(), kinds.sizes.as_ptr());
    Ok(())
}

pub(crate) fn parameter_memory_kinds(args: &mut PJRT_Executable_ParameterMemoryKinds_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    args.num_parameters = executable.inputs.len();
    let kinds = &executable.input_memories;
    (args.memory_kinds, args.memory_kind_sizes) = (kinds.names.as_ptr().cast(), kinds.sizes.as_ptr());
    Ok(())
}

pub(crate) fn optimized_program(args: &mut PJRT_Executable_OptimizedProgram_Args) -> Result<()> {
    const FORMAT: &str = FORMATS[0];
    let executable = EXECUTABLES.get(args.executable)?;
    if args.program.is_null() {
        return Err(Error::invalid("the program is null"));
    }
    let text = executable.text()?;
    // SAFETY: the caller has a program of the interface there; its code is null, or has space for as many bytes as its size says.
    unsafe {
        let mut program = args.program.read_unaligned();
        (program.format, program.format_size) = (FORMAT.as_ptr(), FORMAT.len());
        if !program.code.is_null() {
            if program.code_size < text.len() {
                return Err(Error::invalid(format!(
                    "the program needs {} bytes, {} are there",
                    text.len(),
                    program.code_size
                )));
            }
            text.as_ptr().copy_to_nonoverlapping(program.code.cast_mut(), text.len());
        }
        program.code_size = text.len();
        args.program.write_unaligned(program);
    }
    Ok(())
}

pub(crate) fn fingerprint(args: &mut PJRT_Executable_Fingerprint_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    let text = &executable.fingerprint;
    (args.executable_fingerprint, args.executable_fingerprint_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn loaded_fingerprint(args: &mut PJRT_LoadedExecutable_Fingerprint_Args) -> Result<()> {
    let loaded = LOADED.get(args.executable)?;
    let text = &loaded.executable.fingerprint;
    (args.executable_fingerprint, args.executable_fingerprint_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn compile_options(args: &mut PJRT_Executable_GetCompileOptions_Args) -> Result<()> {
    let options = EXECUTABLES.get(args.executable)?.options.clone();
    let (start, length, owner) = owned_bytes::give(options);
    (args.serialized_bytes, args.serialized_bytes_size) = (start, length);
    args.serialized_compile_options = owner.cast();
    args.serialized_compile_options_deleter = Some(owned_bytes::delete);
    Ok(())
}

/// A number of bytes as the interface has it.
fn bytes_of(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

pub(crate) fn memory_stats(args: &mut PJRT_Executable_GetCompiledMemoryStats_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    let bytes = |types: &[crate::executable::ArrayType]| -> Result<i64> {
        let known = types.iter().filter(|ty| !ty.is_dynamic());
        known.map(|ty| Ok(ty.element.array_bytes(&ty.dims)? as i64)).sum()
    };
    let (inputs, outputs) = (bytes(&executable.inputs)?, bytes(&executable.outputs)?);
    let Footprint { temporaries, code } = executable.code.footprint;
    let (temporaries, code) = (bytes_of(temporaries), bytes_of(code));
    let donated =
        executable.outputs.iter().zip(&executable.in_place.donors).filter(|(_, donor)| donor.is_some());
    let aliases = bytes(&donated.map(|(ty, _)| ty.clone()).collect::<Vec<_>>())?;
    let all = inputs + outputs - aliases + temporaries;
    // Callers leave the fields as they are in their memory, so that all are written.
    *args = PJRT_Executable_GetCompiledMemoryStats_Args {
        struct_size: args.struct_size,
        extension_start: args.extension_start,
        executable: args.executable,
        generated_code_size_in_bytes: code,
        argument_size_in_bytes: inputs,
        output_size_in_bytes: outputs,
        alias_size_in_bytes: aliases,
        temp_size_in_bytes: temporaries,
        host_generated_code_size_in_bytes: 0,
        host_argument_size_in_bytes: 0,
        host_output_size_in_bytes: 0,
        host_alias_size_in_bytes: 0,
        host_temp_size_in_bytes: 0,
        peak_memory_in_bytes: all,
        total_size_in_bytes: all,
        total_allocation_bytes: all,
        indefinite_allocations: 0,
        peak_unpadded_heap_bytes: 0,
    };
    Ok(())
}

pub(crate) fn cost_analysis(args: &mut PJRT_Executable_GetCostAnalysis_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    (args.properties, args.num_properties) = (executable.cost.as_ptr(), executable.cost.len());
    Ok(())
}

pub(crate) fn devices(args: &mut PJRT_LoadedExecutable_AddressableDevices_Args) -> Result<()> {
    let loaded = LOADED.get(args.executable)?;
    (args.addressable_devices, args.num_addressable_devices) =
        (loaded.devices.as_ptr(), loaded.devices.len());
    Ok(())
}

pub(crate) fn logical_ids(args: &mut PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args) -> Result<()> {
    let loaded = LOADED.get(args.executable)?;
    args.addressable_device_logical_ids = loaded.logical.as_ptr();
    args.num_addressable_device_logical_ids = loaded.logical.len();
    Ok(())
}

pub(crate) fn device_assignment(args: &mut PJRT_LoadedExecutable_GetDeviceAssignment_Args) -> Result<()> {
    let (start, length, owner) = owned_bytes::give(LOADED.get(args.executable)?.assignment.clone());
    (args.serialized_bytes, args.serialized_bytes_size) = (start, length);
    args.serialized_device_assignment = owner;
    args.serialized_device_assignment_deleter = Some(owned_bytes::delete);
    Ok(())
}

pub(crate) fn delete(args: &mut PJRT_LoadedExecutable_Delete_Args) -> Result<()> {
    LOADED.get(args.executable)?.deleted.store(true, Ordering::Release);
    Ok(())
}

pub(crate) fn is_deleted(args: &mut PJRT_LoadedExecutable_IsDeleted_Args) -> Result<()> {
    args.is_deleted = LOADED.get(args.executable)?.deleted.load(Ordering::Acquire).into();
    Ok(())
}

pub(crate) fn context_create(args: &mut PJRT_ExecuteContext_Create_Args) -> Result<()> {
    args.context = USER_DATA.insert(Arc::new(UserData::default()))?;
    Ok(())
}

pub(crate) fn context_destroy(args: &mut PJRT_ExecuteContext_Destroy_Args) -> Result<()> {
    USER_DATA.remove(args.context);
    Ok(())
}
