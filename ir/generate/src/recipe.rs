//! Recipes: programs with holes, for ops whose parts depend on each other in ways that declarations do not say.
//!
//! A file of recipes is MLIR with holes (see [`crate::template`]), split by lines of `// -----`. Comments at the start
//! of a section say what it is:
//!
//! ```text
//! // op: stablehlo.dot
//! func.func @f(%a: tensor<$mx$kx$e>, %b: tensor<$kx$nx$e>) -> tensor<$mx$nx$e> {
//!   %0 = stablehlo.dot %a, %b : (tensor<$mx$kx$e>, tensor<$kx$nx$e>) -> tensor<$mx$nx$e>
//!   return %0 : tensor<$mx$nx$e>
//! }
//! ```
//!
//! * `// op: a.b c.d`: the section makes these ops; `$@` is the one that is asked for.
//! * `// only`: the ops are made from recipes alone, as their text form cannot express all that the declaration
//! allows.
//! * `// fresh`: the arguments must be arguments of a function, as symbols of affine maps must, or be no constants, as sizes that a
//!   verifier compares with types.
//! * `// type: T` and `// attr: A`: types and attributes for the pool of all ops.

use std::collections::BTreeMap;

use crate::Pool;

/// One program with holes.
#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    /// File and line, for messages.
    pub at: String,
    /// The text.
    pub text: String,
    /// Whether the arguments must stay arguments.
    pub fresh: bool,
    /// Whether the op must not be made from its declaration.
    pub only: bool,
}

/// All recipes by op.
#[derive(Default)]
pub(crate) struct Recipes(pub BTreeMap<String, Vec<Recipe>>);

impl Recipes {
    /// Adds the recipes of a file, and its types and attributes for the pool.
    pub fn add(&mut self, file: &str, text: &str, pool: &mut Pool) -> Result<(), String> {
        let mut line = 1;
        for section in text.split("// -----\n") {
            self.section(file, line, section, pool)?;
            line += section.matches('\n').count() + 1;
        }
        Ok(())
    }

    fn section(&mut self, file: &str, line: usize, section: &str, pool: &mut Pool) -> Result<(), String> {
        let (mut ops, mut fresh, mut only) = (Vec::new(), false, false);
        for (n, text) in section.lines().enumerate() {
            let Some(comment) = text.strip_prefix("// ") else { continue };
            let added = match comment.split_once(": ") {
                Some(("op", names)) => {
                    ops.extend(names.split_whitespace().map(str::to_owned));
                    Ok(())
                }
                Some(("type", ty)) => pool.add_type(ty),
                Some(("attr", attr)) => pool.add_attr(attr),
                _ => {
                    fresh |= comment == "fresh";
                    only |= comment == "only";
                    Ok(())
                }
            };
            added.map_err(|why| format!("{file}:{}: {why}", line + n))?;
        }
        let recipe = Recipe { at: format!("{file}:{line}"), text: section.to_owned(), fresh, only };
        for op in ops {
            self.0.entry(op).or_default().push(recipe.clone());
        }
        Ok(())
    }
}
