//! The C header of a compiled program.

use std::fmt::Write;

use strata_driver::{Signature, TensorSpec};
use strata_lowering_llvm::entry::INTERFACE_VERSION;

/// The header for the functions `PREFIX_ENTRY…` and `PREFIX_…`.
pub(crate) fn text(prefix: &str, entry: &str, signature: &Signature) -> String {
    let name = format!("{prefix}_{entry}");
    let guard = format!("{}_H", name.to_ascii_uppercase());
    let tensors = if signature.inputs.iter().chain(&signature.outputs).any(TensorSpec::is_dynamic) {
        tensors(prefix)
    } else {
        String::new()
    };
    let (version, prefix_macro) = (INTERFACE_VERSION, prefix.to_ascii_uppercase());
    let (inputs, outputs) = (list("inputs", &signature.inputs), list("outputs", &signature.outputs));
    format!(
        "/* C interface of the function '{entry}' of the program '{prefix}'. Made by strata-translate. */
#ifndef {guard}
#define {guard}

#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {{
#endif

/* What calls of the program share; a thread needs one of its own. */
typedef struct {prefix}_context {prefix}_context;

/* The version of this interface that the library was compiled with: {prefix_macro}_INTERFACE_VERSION where it fits this header. */
#define {prefix_macro}_INTERFACE_VERSION {version}
int32_t {prefix}_interface_version(void);

/* A context that uses up to `threads` threads, or NULL. */
{prefix}_context *{prefix}_context_new(int32_t threads);
void {prefix}_context_free({prefix}_context *context);
/* The message of the last call that failed; empty when there was none. */
const char *{prefix}_last_error(const {prefix}_context *context);
{tensors}
/* Runs the function on dense row-major buffers; 0 means success.{inputs}{outputs} */
int32_t {name}(const void *const *inputs, void *const *outputs, {prefix}_context *context);

int32_t {name}_num_inputs(void);
int32_t {name}_num_outputs(void);
/* Type code (0 signed, 1 unsigned, 2 float, 4 bfloat, 5 complex, 6 bool, 16 float of 8 bits or less), bits of an
   element, rank, sizes, -1 for those that are open; NULL for a number that is out of range. */
const int64_t *{name}_input_spec(int32_t number);
const int64_t *{name}_output_spec(int32_t number);
/* The name in UTF-8; NULL for a tensor without one, and for a number that is out of range. Names need not be unique. */
const char *{name}_input_name(int32_t number);
const char *{name}_output_name(int32_t number);

#ifdef __cplusplus
}}
#endif

#endif /* {guard} */
"
    )
}

/// Declarations for a program some of whose sizes are known only at the call.
fn tensors(prefix: &str) -> String {
    format!(
        "
/* A tensor with sizes that the types below leave open: `inputs` and `outputs` have the address of one in its place. Its
   elements are row-major; `sizes` are as many as the rank. For an output the caller has room for the sizes, gets memory
   for the elements, and frees it, also after an error, where it is NULL. Wrong sizes are errors. */
#ifndef STRATA_TENSOR
#define STRATA_TENSOR
typedef struct {{
  void *data;
  int64_t *sizes;
}} strata_tensor;
#endif
void {prefix}_tensor_free(void *data);
"
    )
}

/// Lines of a comment, one for each buffer.
fn list(what: &str, specs: &[TensorSpec]) -> String {
    let mut out = String::new();
    for (i, spec) in specs.iter().enumerate() {
        // The encoding of a type, and a name, may contain a string that ends a comment.
        let in_comment =
            |text: &str| text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ");
        let (ty, name) = (in_comment(&spec.describe()), spec.name.as_deref().map(in_comment));
        let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
        let _ = match spec.is_dynamic() {
            true => write!(out, "\n   {what}[{i}]{name}: {ty}, a strata_tensor"),
            false => write!(out, "\n   {what}[{i}]{name}: {ty}, {} bytes", spec.bytes()),
        };
    }
    out
}
