//! The `dlti` dialect: data layouts and descriptions of targets, as attributes.
//!
//! `dlti.dl_spec` of a module has the sizes and alignments of types ([`layout`] reads it), `dlti.target_system_spec` properties of
//! devices. All of them are lists of entries with keys, which are types or strings.

use strata_ir::prelude::*;

mod entry;
pub mod layout;
mod pointer_alignment;
mod specs;
mod verify;

pub use entry::{DataLayoutEntryAttr, Entry, Key};
pub use pointer_alignment::FunctionPointerAlignmentAttr;
pub use specs::{DataLayoutSpecAttr, MapAttr, TargetDeviceSpecAttr, TargetSystemSpecAttr};

dialect! {
    /// Data layouts and descriptions of targets.
    dlti {
        attrs: [
            DataLayoutEntryAttr, DataLayoutSpecAttr, FunctionPointerAlignmentAttr, MapAttr, TargetDeviceSpecAttr,
            TargetSystemSpecAttr,
        ],
        verify_attr: verify::attribute,
    }
}
