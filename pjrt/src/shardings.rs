//! The extension of the table for shardings: how the arguments and results of a program are divided among devices.

use crate::abi::*;
use crate::border::entries;
use crate::error::Result;
use crate::executable::EXECUTABLES;
use crate::layouts;

fn parameter_shardings(args: &mut PJRT_Shardings_PJRT_Executable_ParameterShardings_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    let messages = &executable.input_shardings;
    args.num_parameters = executable.inputs.len();
    (args.shardings, args.sharding_sizes) = messages.addresses();
    Ok(())
}

fn output_shardings(args: &mut PJRT_Shardings_PJRT_Executable_OutputShardings_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    let messages = &executable.output_shardings;
    args.num_outputs = executable.outputs.len();
    (args.shardings, args.sharding_sizes) = messages.addresses();
    Ok(())
}

entries! { enter:
    call_parameter_shardings = parameter_shardings,
    call_output_shardings = output_shardings,
}

/// The extension.
pub(crate) static EXTENSION: Extension<PJRT_Shardings_Extension> = Extension(PJRT_Shardings_Extension {
    base: PJRT_Extension_Base {
        struct_size: size_of::<PJRT_Shardings_Extension>(),
        r#type: SHARDINGS_EXTENSION,
        next: layouts::EXTENSION.base(),
    },
    executable_parametershardings: Some(call_parameter_shardings),
    executable_outputshardings: Some(call_output_shardings),
});
