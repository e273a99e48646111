//! The extension of the table for shardings: how the arguments and results of a program are divided among devices.

use strata_driver::Tiling;

use crate::abi::*;
use crate::border::entries;
use crate::device::Handles;
use crate::error::Result;
use crate::executable::EXECUTABLES;
use crate::layouts;
use crate::wire;

/// `OpSharding.Type`.
const OTHER: i64 = 3;

/// Messages that a caller reads for as long as there is the executable.
pub(crate) struct Messages {
    /// What the addresses are of.
    _bytes: Vec<Vec<u8>>,
    starts: Handles<u8>,
    sizes: Vec<usize>,
}

impl Messages {
    /// `xla.OpSharding` of each of `count` arrays; arrays without a tiling are replicated.
    pub(crate) fn new(count: usize, tilings: &[Option<Tiling>]) -> Self {
        let one = |i: usize| tilings.get(i).and_then(Option::as_ref).map_or_else(replicated, proto);
        let bytes: Vec<Vec<u8>> = (0..count).map(one).collect();
        Self {
            starts: Handles::new(bytes.iter().map(|bytes| bytes.as_ptr().cast_mut())),
            sizes: bytes.iter().map(Vec::len).collect(),
            _bytes: bytes,
        }
    }
}

/// The type `REPLICATED` is 0, but a message of no bytes would be none.
fn replicated() -> Vec<u8> {
    let mut bytes = Vec::new();
    wire::push_int(&mut bytes, 1, 0);
    bytes
}

fn proto(tiling: &Tiling) -> Vec<u8> {
    let mut bytes = Vec::new();
    let copies = tiling.copies() as i64;
    let mut dims = tiling.tiles.clone();
    dims.extend((copies > 1).then_some(copies));
    wire::push_int(&mut bytes, 1, OTHER);
    wire::push_bytes(&mut bytes, 3, &wire::packed(&dims));
    wire::push_bytes(&mut bytes, 4, &wire::packed(&tiling.devices));
    if copies > 1 {
        wire::push_int(&mut bytes, 6, 1);
    }
    bytes
}

fn parameter_shardings(args: &mut PJRT_Shardings_PJRT_Executable_ParameterShardings_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    let messages = &executable.input_shardings;
    args.num_parameters = messages.sizes.len();
    args.shardings = messages.starts.as_ptr().cast();
    args.sharding_sizes = messages.sizes.as_ptr();
    Ok(())
}

fn output_shardings(args: &mut PJRT_Shardings_PJRT_Executable_OutputShardings_Args) -> Result<()> {
    let executable = EXECUTABLES.get(args.executable)?;
    let messages = &executable.output_shardings;
    args.num_outputs = messages.sizes.len();
    args.shardings = messages.starts.as_ptr().cast();
    args.sharding_sizes = messages.sizes.as_ptr();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_and_copies() {
        let tiling = Tiling { tiles: vec![2, 1], devices: vec![0, 2, 1, 3] };
        assert_eq!(proto(&tiling), [8, 3, 26, 3, 2, 1, 2, 34, 4, 0, 2, 1, 3, 48, 1]);
        assert_eq!(replicated(), [8, 0]);
    }
}
