//! Parses the output of `ptxas -v` for each kernel.
//!
//! ```text
//! ptxas info    : Compiling entry function 'sum' for 'sm_80'
//! ptxas info    : Function properties for sum
//!     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//! ptxas info    : Used 14 registers, used 1 barriers, 128 bytes smem, 372 bytes cmem[0]
//! ```

/// The resources of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelUse {
    /// Its name.
    pub name: String,
    /// Registers of a thread.
    pub registers: u32,
    /// Bytes of local memory of a thread: arrays that are not in registers, and spilled registers.
    pub stack: u32,
    /// Bytes of spill stores.
    pub spill_stores: u32,
    /// Bytes of spill loads.
    pub spill_loads: u32,
    /// Bytes of static shared memory.
    pub shared: u32,
    /// Barriers of a block.
    pub barriers: u32,
}

/// The report on a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Kernels and functions that are not inlined, in the order of the report.
    pub kernels: Vec<KernelUse>,
    /// Warnings, and performance hints, such as on serialised matrix instructions (`C75…`).
    pub warnings: Vec<String>,
    /// Errors.
    pub errors: Vec<String>,
}

impl Report {
    /// Parses the assembler's output.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut report = Self::default();
        let mut current: Option<usize> = None;
        for line in text.lines() {
            let (head, tail) = line.split_once(" : ").map_or(("", line), |(h, t)| (h.trim_end(), t.trim()));
            let is_slow = tail.contains("(C75") || tail.contains("Potential Performance Loss");
            if head.ends_with("warning") || is_slow && head.starts_with("ptxas") {
                report.warnings.push(line.trim().to_owned());
            } else if head.ends_with("error") || head.ends_with("fatal") {
                report.errors.push(line.trim().to_owned());
            } else if let Some(name) = quoted(tail, "Compiling entry function '")
                .or_else(|| tail.strip_prefix("Function properties for "))
            {
                current = Some(report.entry(name.trim()));
            } else if let Some(kernel) = current.and_then(|i| report.kernels.get_mut(i)) {
                kernel.take(tail);
            }
        }
        report
    }

    fn entry(&mut self, name: &str) -> usize {
        let known = self.kernels.iter().position(|k| k.name == name);
        known.unwrap_or_else(|| {
            self.kernels.push(KernelUse { name: name.to_owned(), ..KernelUse::default() });
            self.kernels.len() - 1
        })
    }

    /// The resources of a kernel.
    #[must_use]
    pub fn kernel(&self, name: &str) -> Option<&KernelUse> {
        self.kernels.iter().find(|k| k.name == name)
    }
}

impl KernelUse {
    /// Whether a thread uses local memory, or spills registers.
    #[must_use]
    pub fn uses_local_memory(&self) -> bool {
        self.stack > 0 || self.spill_stores > 0 || self.spill_loads > 0
    }

    /// Parses a list of amounts: `Used 14 registers, used 1 barriers, 128 bytes smem`.
    fn take(&mut self, list: &str) {
        for part in list.split(',') {
            let part = part.trim();
            let part = part.strip_prefix("Used ").or_else(|| part.strip_prefix("used ")).unwrap_or(part);
            let Some((number, what)) = part.split_once(' ') else { continue };
            let Ok(number) = number.parse::<u32>() else { continue };
            match what {
                "registers" => self.registers = number,
                "barriers" => self.barriers = number,
                "bytes smem" => self.shared = number,
                "bytes stack frame" => self.stack = number,
                "bytes spill stores" => self.spill_stores = number,
                "bytes spill loads" => self.spill_loads = number,
                _ => {}
            }
        }
    }
}

fn quoted<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.split('\'').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        let text = "ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'sum' for 'sm_80'
ptxas info    : Function properties for sum
    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 14 registers, used 2 barriers, 8 bytes cumulative stack size, 128 bytes smem, 372 bytes cmem[0]
ptxas info    : Compile time = 5.197 ms
ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to something in the function 'g'
ptxas info    : Compiling entry function 'g' for 'sm_80'
ptxas info    : Function properties for g
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, used 0 barriers
";
        let report = Report::parse(text);
        let sum = KernelUse {
            name: "sum".into(),
            registers: 14,
            stack: 8,
            spill_stores: 4,
            spill_loads: 12,
            shared: 128,
            barriers: 2,
        };
        assert_eq!(report.kernel("sum"), Some(&sum));
        assert!(sum.uses_local_memory());
        assert_eq!(report.kernel("g").map(|g| (g.registers, g.uses_local_memory())), Some((10, false)));
        assert!(
            report.warnings.len() == 1 && report.warnings[0].contains("C7510") && report.errors.is_empty()
        );
    }

    #[test]
    fn errors_and_warnings_are_told_apart() {
        let text = "ptxas a.ptx, line 30; error   : Not a name of any known instruction: 'foo'
ptxas warning : Stack size for entry function 'k' cannot be statically determined
ptxas fatal   : Ptx assembly aborted due to errors";
        let report = Report::parse(text);
        assert_eq!((report.errors.len(), report.warnings.len(), report.kernels.len()), (2, 1, 0));
    }
}
