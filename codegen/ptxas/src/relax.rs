//! Kernels that may use all registers.
//!
//! Without a declared minimum of resident blocks, the assembler sometimes reserves registers for further blocks, and spills.

/// PTX in which the named kernels declare a minimum of one resident block, if they declare their threads and no minimum. `None` if there is
/// no such kernel.
pub(crate) fn with_all_registers(ptx: &str, names: &[&str]) -> Option<String> {
    let mut out = String::with_capacity(ptx.len());
    // Whether the header of a named kernel declares its threads; `None` outside of such a header.
    let mut header: Option<bool> = None;
    let mut changed = false;
    for line in ptx.split_inclusive('\n') {
        let text = line.trim_start();
        if let Some((_, rest)) = line.split_once(".entry ") {
            let name = rest.split(['(', '\n']).next().unwrap_or_default().trim();
            header = names.contains(&name).then_some(false);
        } else if text.starts_with(".maxntid") || text.starts_with(".reqntid") {
            header = header.map(|_| true);
        } else if text.starts_with(".minnctapersm") || text.starts_with(".maxnreg") {
            header = None;
        } else if text.starts_with('{') {
            if header.take() == Some(true) {
                out.push_str(".minnctapersm 1\n");
                changed = true;
            }
        }
        out.push_str(line);
    }
    changed.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(name: &str, directives: &str) -> String {
        format!(".visible .entry {name}(\n\t.param .u64 p\n)\n{directives}{{\n\tret;\n}}\n")
    }

    #[test]
    fn named_kernels_that_ask_for_nothing_get_a_directive() {
        let some = kernel("a", ".maxntid 256, 1, 1\n") + &kernel("ab", ".maxntid 256, 1, 1\n");
        let expected =
            kernel("a", ".maxntid 256, 1, 1\n.minnctapersm 1\n") + &kernel("ab", ".maxntid 256, 1, 1\n");
        assert_eq!(with_all_registers(&some, &["a"]), Some(expected));
    }

    #[test]
    fn others_stay() {
        let bound = kernel("a", ".maxntid 256, 1, 1\n.minnctapersm 2\n");
        let counted = kernel("a", ".maxntid 256, 1, 1\n.maxnreg 64\n");
        let unknown = kernel("a", "");
        for text in [bound, counted, unknown, kernel("b", ".maxntid 32, 1, 1\n"), String::new()] {
            assert_eq!(with_all_registers(&text, &["a"]), None, "{text}");
        }
    }
}
