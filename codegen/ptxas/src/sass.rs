//! Instruction counts of a cubin, from `nvdisasm`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::find::{Missing, Program, find};

/// The disassembler.
#[derive(Clone, Debug)]
pub struct Disassembler {
    path: PathBuf,
}

/// The number of occurrences of each instruction in a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opcodes(BTreeMap<String, usize>);

impl Opcodes {
    /// The number of instructions that start with `prefix`: `LDG` counts `LDG.E` and `LDG.E.128`, but not `LDGSTS`.
    #[must_use]
    pub fn count(&self, prefix: &str) -> usize {
        let is = |name: &str| {
            name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.0.iter().filter(|(name, _)| is(name)).map(|(_, n)| n).sum()
    }

    /// Instructions with their modifiers, and their numbers of occurrences.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(name, &n)| (name.as_str(), n))
    }
}

impl Disassembler {
    /// Finds the disassembler; see [`find`].
    pub fn find(explicit: Option<&Path>) -> Result<Self, Missing> {
        find(Program::Nvdisasm, explicit).map(|path| Self { path })
    }

    /// The instructions of each function of a cubin.
    pub fn opcodes(&self, cubin: &[u8]) -> Result<BTreeMap<String, Opcodes>, String> {
        let failed = |e: std::io::Error| format!("cannot run '{}': {e}", self.path.display());
        let folder = tempfile::tempdir().map_err(failed)?;
        let file = folder.path().join("kernels.cubin");
        std::fs::write(&file, cubin).map_err(failed)?;
        let output =
            Command::new(&self.path).arg("-c").arg(&file).stdin(Stdio::null()).output().map_err(failed)?;
        if !output.status.success() {
            return Err(format!("nvdisasm: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        Ok(parse(&String::from_utf8_lossy(&output.stdout)))
    }
}

/// Parses lines such as `        /*0050*/              @!P0 LDG.E R2, [R2.64] ;` below `.text.NAME:`.
fn parse(text: &str) -> BTreeMap<String, Opcodes> {
    let mut functions: BTreeMap<String, Opcodes> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix(".text.").and_then(|l| l.trim_end().strip_suffix(':')) {
            current = Some(name.to_owned());
            continue;
        }
        let Some((_, code)) = line.trim_start().strip_prefix("/*").and_then(|l| l.split_once("*/")) else {
            continue;
        };
        let mut words = code.split_whitespace().skip_while(|w| w.starts_with('@') || *w == "{");
        let (Some(opcode), Some(name)) = (words.next(), &current) else { continue };
        let opcode = opcode.trim_end_matches(';');
        *functions.entry(name.clone()).or_default().0.entry(opcode.to_owned()).or_default() += 1;
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_counted() {
        let text = "        .size           k,(.L_x_2 - k)
k:
.text.k:
        /*0000*/                   MOV R1, c[0x0][0x28] ;
        /*0050*/              @!P0 LDG.E R2, [R2.64] ;
        /*0060*/                   LDG.E.128 R4, [R2.64] ;
        /*0070*/                   LDGSTS.E.BYPASS.128 [R3], [R8.64] ;
.L_x_1:
        /*0090*/                   EXIT ;
.text.other:
        /*0000*/                   NOP;
";
        let functions = parse(text);
        let k = &functions["k"];
        assert_eq!((k.count("LDG"), k.count("LDGSTS"), k.count("LDG.E"), k.count("EXIT")), (2, 1, 2, 1));
        assert_eq!(k.iter().map(|(_, n)| n).sum::<usize>(), 5);
        assert_eq!(functions["other"].count("NOP"), 1);
    }
}
