//! The two properties of the `llvm` dialect that are stored natively, not as attributes. `mlirOperationCreate` does not convert them: it
//! would leave an ineffective attribute of the same name on the op. So they are set after the op's creation.

use std::ffi::c_void;

use mlir_sys as m;

/// The integer overflow flags of `llvm.add`, `sub`, `mul`, `shl` and `trunc`, and the flags of `llvm.getelementptr`.
const NATIVE: &[&str] = &["overflowFlags", "noWrapFlags"];

/// LLVM's `function_ref`: a function and its first argument. It is passed by value, in two registers.
#[repr(C)]
#[derive(Clone, Copy)]
struct EmitError {
    function: unsafe extern "C" fn(),
    location: *const c_void,
}

unsafe extern "C" {
    /// `LogicalResult Operation::setPropertiesFromAttribute(Attribute, function_ref<InFlightDiagnostic()>)`. The C API has no such
    /// function. A `LogicalResult` is one `bool`.
    #[link_name = "_ZN4mlir9Operation26setPropertiesFromAttributeENS_9AttributeEN4llvm12function_refIFNS_18InFlightDiagnosticEvEEE"]
    fn set_properties_from_attribute(
        op: *mut c_void,
        dictionary: *const c_void,
        emit_error: EmitError,
    ) -> bool;

    /// `InFlightDiagnostic emitError(Location)`, whose address only is taken. As the target of a `function_ref` it is called with the
    /// stored first argument, which is the location.
    #[link_name = "_ZN4mlir9emitErrorENS_8LocationE"]
    fn emit_error();
}

/// Whether `name` is such a property.
pub(super) fn is_native(name: &str) -> bool {
    NATIVE.contains(&name)
}

/// Sets native properties; returns false, after a diagnostic, if a value has the wrong kind.
///
/// # Safety
/// `op` is a live operation, and `location` and `properties` belong to its context.
pub(super) unsafe fn set(
    context: m::MlirContext,
    op: m::MlirOperation,
    location: m::MlirLocation,
    properties: &[m::MlirNamedAttribute],
) -> bool {
    // SAFETY: guaranteed by the caller; the dictionary is read during the call only. `Attribute` and `Location` are one pointer wide and
    // trivial, so they are passed like pointers.
    unsafe {
        let dictionary = m::mlirDictionaryAttrGet(context, properties.len() as isize, properties.as_ptr());
        let error = EmitError { function: emit_error, location: location.ptr };
        set_properties_from_attribute(op.ptr, dictionary.ptr, error)
    }
}
