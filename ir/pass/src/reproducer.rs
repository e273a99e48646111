//! Reproducers: a module with the pipeline that failed on it, in the form that MLIR tools read.

/// The text of a reproducer.
pub fn text(module: &str, pipeline: &str, disable_threading: bool, verify_each: bool) -> String {
    let pipeline = pipeline.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "{}\n\n{{-#\n  external_resources: {{\n    mlir_reproducer: {{\n      pipeline: \"{pipeline}\",\n      \
         disable_threading: {disable_threading},\n      verify_each: {verify_each}\n    }}\n  }}\n#-}}\n",
        module.trim_end()
    )
}

/// The run that a reproducer requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reproducer {
    /// The pipeline.
    pub pipeline: String,
    /// Whether to use one thread.
    pub disable_threading: bool,
    /// Whether to verify after each pass.
    pub verify_each: bool,
}

/// Reads the request at the end of a reproducer.
pub fn parse(text: &str) -> Option<Reproducer> {
    let at = text.rfind("mlir_reproducer:")?;
    let rest = &text[at..];
    let field = |name: &str| Some(rest.split_once(&format!("{name}:"))?.1.trim_start());
    let quoted = field("pipeline")?.strip_prefix('"')?;
    let (mut pipeline, mut chars) = (String::new(), quoted.chars());
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => pipeline.push(chars.next()?),
            c => pipeline.push(c),
        }
    }
    let flag = |name: &str| field(name).is_some_and(|v| v.starts_with("true"));
    Some(Reproducer {
        pipeline,
        disable_threading: flag("disable_threading"),
        verify_each: flag("verify_each"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reproducer_reads_back() {
        let pipeline = "builtin.module(print-ir{label=\"a\\b\"})";
        let written = text("module {\n}\n\n", pipeline, true, false);
        assert!(written.starts_with("module {\n}\n\n{-#\n"), "{written}");
        let expected = Reproducer { pipeline: pipeline.into(), disable_threading: true, verify_each: false };
        assert_eq!(parse(&written), Some(expected));
        assert_eq!(parse("module {}"), None);
    }
}
