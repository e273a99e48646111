//! `cargo xtask new op stablehlo.OP`: in addition to the op, writes its row in every table with a row for each op of StableHLO.
//!
//! The op begins as the identity function of a tensor of floats, at every level. The remaining manual changes are in the new file, in the
//! two rows that define the value of an element, and in three tests.

use super::{Change, Kind, camel};
use std::path::{Path, PathBuf};

const INTERPRETER: &str = "interp/src/ops/stablehlo/elementwise.rs";
const LOWERING: &str = "lowering/hlo/src/stablehlo_to_linalg/scalar.rs";
const ARTIFACTS: &str = "dialects/vhlo/src/ops.rs";
const VERSION: &str = "dialects/vhlo/src/version.rs";
const COMPLETE: &str = "registry/tests/complete.rs";
const RESULTS: &str = "interp/tests/rest.tsv";

/// The definition of the op.
pub fn op_file(op: &str) -> String {
    let rust = camel(op);
    format!(
        r#"//! `stablehlo.{op}`.

use strata_ir::prelude::*;

use crate::{{asm::SAME_TYPE, constraints::*, facts::*}};

/// Gives back its operand.
#[op(
    name = "stablehlo.{op}",
    facts = [Exact, Evaluable],
    traits = [Pure, Elementwise, SameOperandsAndResultShape, CompatibleOperandsAndResultType],
    interfaces = [InferTypes, Verify, CompatibleTypes],
    asm = "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))",
)]
pub struct {rust}Op {{
    /// The argument.
    pub operand: Operand<FpTensor>,
    /// The value of the function for each element.
    pub result: Res<FpTensor>,
}}

impl InferTypes for {rust}Op {{
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {{
        Ok(smallvec![b.ty(self.operand(b))])
    }}
}}
verify_by_inference!({rust}Op);
compatible_types!({rust}Op);
"#
    )
}

/// A function of a lit test in which the op stands.
pub fn valid_test(op: &str) -> String {
    format!(
        r#"
// CHECK-LABEL: func.func @{op}(
func.func @{op}(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {{
  // CHECK: stablehlo.{op} {{{{%[^ ,):]+}}}} : tensor<2x3xf32>
  %0 = stablehlo.{op} %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}}
"#
    )
}

/// A test case with an invalid op.
pub fn invalid_test(op: &str) -> String {
    format!(
        r#"
// -----

func.func @{op}_operand(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {{
  // expected-error@+1 {{{{operand #0 must be}}}}
  %0 = stablehlo.{op} %x : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}}
"#
    )
}

/// The rows in the tables.
pub fn rows(op: &str, read: &dyn Fn(&Path) -> Option<String>) -> Result<Vec<Change>, String> {
    let rust = format!("{}Op", camel(op));
    let version = read(Path::new(VERSION)).and_then(|text| current(&text));
    let version =
        version.ok_or_else(|| format!("{VERSION} does not say which version is the current one"))?;
    let edit = |file: &str, change: &dyn Fn(&str) -> Option<String>| {
        let text = read(Path::new(file)).ok_or_else(|| format!("there is no {file}"))?;
        let text =
            change(&text).ok_or_else(|| format!("{file} does not look as expected; add {op} by hand"))?;
        Ok::<_, String>(Change { path: PathBuf::from(file), text, kind: Kind::Edit })
    };
    let evaluation = format!("    i.register(\"stablehlo.{op}\", |s| map1(s, |_, _, x| Some(x)));\n");
    let lowering = format!("    row::<hlo::{rust}>().otherwise(|_, _, args| Ok(args[0])),\n");
    let versioned = format!("    \"{op}_v1\" {version} to now [];");
    let waiver = format!("    (\"stablehlo.{op}\", Builder, NoOperation),");
    let result = format!("{op}\tf32[-1.5,0.5]\t{op}\tf32[-1.5,0.5]\texact\n");
    Ok(vec![
        edit(INTERPRETER, &|text| before(text, "    i.register(\"stablehlo.clamp\"", &evaluation))?,
        edit(LOWERING, &|text| before(text, "    // Comparisons, choices", &lowering))?,
        edit(ARTIFACTS, &|text| sorted(text, "vhlo_ops! {\n", "    \"", &versioned))?,
        edit(COMPLETE, &|text| sorted(text, "const OPS: ", "    (\"", &waiver))?,
        Change { path: PathBuf::from(RESULTS), text: result, kind: Kind::Append },
    ])
}

/// `(1, 21, 0)` of `CURRENT: Version = Version(1, 21, 0);`.
fn current(text: &str) -> Option<String> {
    let rest = text.split_once("CURRENT: Version = Version")?.1;
    Some(rest.split_once(';')?.0.to_owned())
}

/// `text` with lines inserted before the first line that starts with `start`.
fn before(text: &str, start: &str, lines: &str) -> Option<String> {
    let at = text.find(&format!("\n{start}"))? + 1;
    Some(format!("{}{lines}{}", &text[..at], &text[at..]))
}

/// `text` with a row inserted in alphabetical order among those that start with `mark` after `list`.
fn sorted(text: &str, list: &str, mark: &str, row: &str) -> Option<String> {
    let start = text.find(list)?;
    let word =
        |line: &str| line.strip_prefix(mark).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    let wanted = word(row)?;
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let is_later = word(line).is_some_and(|word| word > wanted);
        if is_later || line.starts_with(['}', ']']) {
            return Some(format!("{}{row}\n{}", &text[..at], &text[at..]));
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_their_places() {
        let table = "vhlo_ops! {\n    \"abs_v1\" now [];\n    \"add_v1\" now [\n        \"x\"\n    ];\n    \"xor_v1\" now [];\n}\n";
        let with = |row: &str| sorted(table, "vhlo_ops! {\n", "    \"", row).expect("there is a table");
        assert!(with("    \"sin_v1\" [];").contains("    ];\n    \"sin_v1\" [];\n    \"xor_v1\""));
        assert!(with("    \"z_v1\" [];").ends_with("\"xor_v1\" now [];\n    \"z_v1\" [];\n}\n"));
        assert_eq!(sorted("", "vhlo_ops! {\n", "    \"", "    \"z_v1\""), None);
    }

    #[test]
    fn the_version_is_the_current_one() {
        let text = "pub const CURRENT: Version = Version(1, 21, 0);\n";
        assert_eq!(current(text).as_deref(), Some("(1, 21, 0)"));
    }

    #[test]
    fn every_table_gets_a_row() {
        let read = |path: &Path| {
            Some(match path.to_str()? {
                VERSION => "pub const CURRENT: Version = Version(2, 0, 0);\n".into(),
                INTERPRETER => "{\n    i.register(\"stablehlo.clamp\", clamp);\n}\n".into(),
                LOWERING => "[\n    // Comparisons, choices and conversions.\n]\n".into(),
                ARTIFACTS => "vhlo_ops! {\n    \"a_v1\" [];\n}\n".into(),
                COMPLETE => "const OPS: [\n    (\"stablehlo.a\", Builder, Part),\n];\n".into(),
                _ => return None,
            })
        };
        let changes = rows("half_up", &read).expect("all files are there");
        let text = |file: &str| {
            changes
                .iter()
                .find(|change| change.path == Path::new(file))
                .map_or("", |change| change.text.as_str())
        };
        assert!(text(INTERPRETER).contains("\"stablehlo.half_up\", |s| map1"));
        assert!(text(LOWERING).contains("row::<hlo::HalfUpOp>()"));
        assert!(text(ARTIFACTS).contains("    \"a_v1\" [];\n    \"half_up_v1\" (2, 0, 0) to now [];\n}"));
        assert!(text(COMPLETE).contains("(\"stablehlo.half_up\", Builder, NoOperation),\n]"));
        assert!(text(RESULTS).starts_with("half_up\tf32["));
        assert!(rows("half_up", &|_| None).is_err());
    }
}
