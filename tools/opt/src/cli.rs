//! The command line: flags with the spelling of `mlir-opt`, with one or two dashes.

use strata_bytecode::CURRENT_VERSION;
use strata_cli::LogFilter;
use strata_diagnostics::Style;
use strata_ir::{core::diagnostics::nearest, text::PrintOptions};
use strata_pass::{
    IrPrinting, PassRegistry, TimingFormat,
    pipeline::{PipelineElement, parse_pipeline},
};

/// The diagnostics that `--verify-diagnostics` compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verify {
    /// All.
    All,
    /// Only those that match an expectation.
    OnlyExpected,
}

/// The parsed command line.
#[derive(Default)]
pub struct Cli {
    pub input: Option<String>,
    pub output: Option<String>,
    pub passes: Vec<PipelineElement>,
    pub pass_pipeline: Option<String>,
    pub split: Option<String>,
    pub output_split: Option<String>,
    pub verify_diagnostics: Option<Verify>,
    pub no_verify_each: bool,
    pub verify_roundtrip: bool,
    pub allow_unregistered: bool,
    pub no_op_on_diagnostic: bool,
    /// The events that are logged.
    pub log: Option<LogFilter>,
    /// The form of diagnostics, if one was requested.
    pub diagnostics: Option<Style>,
    /// Whether they have colours, if that was requested.
    pub color: Option<bool>,
    pub print: PrintOptions,
    pub printing: IrPrinting,
    pub timing: bool,
    pub timing_format: TimingFormat,
    pub statistics: bool,
    pub statistics_list: bool,
    pub single_threaded: bool,
    pub threads: usize,
    pub no_skipping: bool,
    pub crash_reproducer: Option<String>,
    pub local_reproducer: bool,
    pub generate_reproducer: Option<String>,
    pub run_reproducer: bool,
    pub dump_pipeline: bool,
    pub show_dialects: bool,
    pub list_passes: bool,
    pub no_implicit_module: bool,
    /// The number of inputs that each pass is validated with.
    pub validate_passes: Option<u64>,
    /// The tolerance of floats in validation.
    pub validate_tolerance: Option<f64>,
    /// The version of the bytecode to write, if any.
    pub emit_bytecode: Option<u64>,
    /// The requested version, whether or not bytecode is written.
    pub emit_bytecode_version: Option<u64>,
    /// A pipeline that upstream MLIR runs after the tool's own pipeline.
    pub mlir_upstream: Option<String>,
    /// A file of definitions of dialects.
    pub irdl_file: Option<String>,
    pub skip_verify_on_parsing: bool,
    pub remarks_filter: Option<String>,
    pub help: bool,
    pub version: bool,
}

/// The number of inputs of `--validate-passes` without a number.
const DEFAULT_INPUTS: u64 = 4;

/// The form of a flag's value.
enum Kind {
    /// `--flag` or `--flag=BOOL`.
    Bool(fn(&mut Cli, bool)),
    /// `--flag=VALUE` or `--flag VALUE`.
    Value(&'static str, fn(&mut Cli, &str) -> Result<(), String>),
    /// `--flag` or `--flag=VALUE`.
    Optional(&'static str, fn(&mut Cli, Option<&str>) -> Result<(), String>),
}

/// One flag.
pub struct Flag {
    /// Without dashes.
    pub name: &'static str,
    /// For the help text.
    pub summary: &'static str,
    kind: Kind,
}

impl Flag {
    /// The shape of its value, if it can have one that is not a boolean.
    pub fn value(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Bool(_) => None,
            Kind::Value(value, _) | Kind::Optional(value, _) => Some(value),
        }
    }
    /// `--name` with the shape of its value.
    pub fn usage(&self) -> String {
        match self.kind {
            Kind::Bool(_) => format!("--{}", self.name),
            Kind::Value(value, _) => format!("--{}={value}", self.name),
            Kind::Optional(value, _) => format!("--{}[={value}]", self.name),
        }
    }
}

const fn flag(name: &'static str, summary: &'static str, kind: Kind) -> Flag {
    Flag { name, summary, kind }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' value invalid for integer argument!"))
}

/// Sets a field; the result suits [`Kind::Value`].
fn set<T>(field: &mut T, value: T) -> Result<(), String> {
    *field = value;
    Ok(())
}

/// Adds the items of a comma-separated list.
fn add(list: &mut Vec<String>, text: &str) -> Result<(), String> {
    list.extend(text.split(',').map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()));
    Ok(())
}

/// All flags except those of passes.
pub static FLAGS: &[Flag] = &[
    flag("help", "Show this help", Kind::Bool(|c, v| c.help = v)),
    flag("version", "Show the version", Kind::Bool(|c, v| c.version = v)),
    flag("o", "Write the output to a file", Kind::Value("FILE", |c, v| set(&mut c.output, Some(v.into())))),
    flag(
        "pass-pipeline",
        "Run this pipeline",
        Kind::Value("PIPELINE", |c, v| set(&mut c.pass_pipeline, Some(v.into()))),
    ),
    flag(
        "split-input-file",
        "Process the parts of the input between markers one by one",
        Kind::Optional("MARKER", |c, v| {
            match v {
                Some("false") => c.split = None,
                Some("true") | None => c.split = Some("// -----".into()),
                Some(marker) => c.split = Some(marker.into()),
            }
            Ok(())
        }),
    ),
    flag(
        "output-split-marker",
        "Marker between the outputs of parts",
        Kind::Value("MARKER", |c, v| set(&mut c.output_split, Some(v.into()))),
    ),
    flag(
        "verify-diagnostics",
        "Check that emitted diagnostics match expected-* lines",
        Kind::Optional("all|only-expected", |c, v| {
            c.verify_diagnostics = match v {
                None | Some("all" | "true" | "") => Some(Verify::All),
                Some("only-expected") => Some(Verify::OnlyExpected),
                Some("false") => None,
                Some(other) => return Err(format!("Cannot find option named '{other}'!")),
            };
            Ok(())
        }),
    ),
    flag("verify-each", "Verify after each pass (default)", Kind::Bool(|c, v| c.no_verify_each = !v)),
    flag(
        "verify-roundtrip",
        "Check that printing and parsing gives the same IR",
        Kind::Bool(|c, v| c.verify_roundtrip = v),
    ),
    flag(
        "allow-unregistered-dialect",
        "Accept ops of unknown dialects",
        Kind::Bool(|c, v| c.allow_unregistered = v),
    ),
    flag(
        "no-implicit-module",
        "Do not put the input into a module",
        Kind::Bool(|c, v| c.no_implicit_module = v),
    ),
    flag(
        "mlir-very-unsafe-disable-verifier-on-parsing",
        "Do not verify the input",
        Kind::Bool(|c, v| c.skip_verify_on_parsing = v),
    ),
    flag(
        "mlir-print-op-on-diagnostic",
        "Show the op with diagnostics about it (default)",
        Kind::Bool(|c, v| c.no_op_on_diagnostic = !v),
    ),
    flag(
        "diagnostics",
        "The form of diagnostics: mlir, rich (with excerpts, labels and suggestions; the default on a terminal) or json",
        Kind::Value("mlir|rich|json", |c, v| set(&mut c.diagnostics, Some(v.parse()?))),
    ),
    flag(
        "debug-only",
        "Log the events of a comma-separated list of targets: pass-manager, greedy-rewriter, dialect-conversion; uses one thread",
        Kind::Value("targets", |c, v| set(&mut c.log, Some(LogFilter::only(v)))),
    ),
    flag(
        "color",
        "Use colors in rich diagnostics (default=autodetect)",
        Kind::Bool(|c, v| c.color = Some(v)),
    ),
    flag("show-dialects", "List the dialects", Kind::Bool(|c, v| c.show_dialects = v)),
    flag("list-passes", "List the passes", Kind::Bool(|c, v| c.list_passes = v)),
    flag("dump-pass-pipeline", "Print the pipeline that is run", Kind::Bool(|c, v| c.dump_pipeline = v)),
    flag("run-reproducer", "Run the pipeline stored in the input", Kind::Bool(|c, v| c.run_reproducer = v)),
    flag(
        "mlir-pass-pipeline-crash-reproducer",
        "Write a reproducer when a pass fails",
        Kind::Value("FILE", |c, v| set(&mut c.crash_reproducer, Some(v.into()))),
    ),
    flag(
        "mlir-pass-pipeline-local-reproducer",
        "Reduce that reproducer to the failing pass and the IR before it",
        Kind::Bool(|c, v| c.local_reproducer = v),
    ),
    flag(
        "mlir-generate-reproducer",
        "Write a reproducer in any case",
        Kind::Value("FILE", |c, v| set(&mut c.generate_reproducer, Some(v.into()))),
    ),
    flag("mlir-disable-threading", "Use one thread", Kind::Bool(|c, v| c.single_threaded = v)),
    flag("threads", "Number of threads", Kind::Value("N", |c, v| set(&mut c.threads, number(v)?))),
    flag("no-skip-unchanged", "Run passes on unchanged ops again", Kind::Bool(|c, v| c.no_skipping = v)),
    flag("mlir-timing", "Show where time goes", Kind::Bool(|c, v| c.timing = v)),
    flag(
        "mlir-timing-display",
        "How timing is shown",
        Kind::Value("list|tree", |c, v| {
            c.timing_format = match v {
                "list" => TimingFormat::List,
                "tree" => TimingFormat::Tree,
                _ => return Err(format!("Cannot find option named '{v}'!")),
            };
            Ok(())
        }),
    ),
    flag(
        "mlir-output-format",
        "Format of timing data",
        Kind::Value("text|json", |c, v| {
            match v {
                "json" => c.timing_format = TimingFormat::Json,
                "text" => (),
                _ => return Err(format!("Cannot find option named '{v}'!")),
            }
            Ok(())
        }),
    ),
    flag("mlir-pass-statistics", "Show what passes counted", Kind::Bool(|c, v| c.statistics = v)),
    flag(
        "mlir-pass-statistics-display",
        "How statistics are shown",
        Kind::Value("list|pipeline", |c, v| {
            c.statistics_list = match v {
                "list" => true,
                "pipeline" => false,
                _ => return Err(format!("Cannot find option named '{v}'!")),
            };
            Ok(())
        }),
    ),
    flag(
        "remarks-filter",
        "Show only remarks that match",
        Kind::Value("REGEX", |c, v| set(&mut c.remarks_filter, Some(v.into()))),
    ),
    flag("mlir-print-op-generic", "Print the generic form", Kind::Bool(|c, v| c.print.generic = v)),
    flag("mlir-print-debuginfo", "Print locations", Kind::Bool(|c, v| c.print.debuginfo = v)),
    flag(
        "mlir-pretty-debuginfo",
        "Print locations for people; the result cannot be parsed",
        Kind::Bool(|c, v| c.print.pretty_debuginfo = v),
    ),
    flag("mlir-print-local-scope", "Print without aliases", Kind::Bool(|c, v| c.print.local_scope = v)),
    flag("mlir-print-skip-regions", "Print no regions", Kind::Bool(|c, v| c.print.skip_regions = v)),
    flag(
        "mlir-print-assume-verified",
        "Do not verify before printing",
        Kind::Bool(|c, v| c.print.assume_verified = v),
    ),
    flag(
        "mlir-print-unique-ssa-ids",
        "Never use a value number twice",
        Kind::Bool(|c, v| c.print.unique_ssa = v),
    ),
    flag(
        "mlir-print-value-users",
        "Print the users of values as comments",
        Kind::Bool(|c, v| c.print.value_users = v),
    ),
    flag(
        "mlir-use-nameloc-as-prefix",
        "Name values after the names in their locations",
        Kind::Bool(|c, v| c.print.use_nameloc_as_prefix = v),
    ),
    flag(
        "mlir-elide-elementsattrs-if-larger",
        "Elide constants with more elements",
        Kind::Value("N", |c, v| set(&mut c.print.elide_elements_larger_than, Some(number(v)?))),
    ),
    flag(
        "mlir-elide-resource-strings-if-larger",
        "Elide resources with longer text",
        Kind::Value("N", |c, v| set(&mut c.print.elide_resources_larger_than, Some(number(v)?))),
    ),
    flag(
        "mlir-print-elementsattrs-with-hex-if-larger",
        "Print constants with more elements in hexadecimal",
        Kind::Value("N", |c, v| {
            // -1 means never.
            c.print.hex_elements_larger_than = Some(u64::try_from(number::<i64>(v)?).unwrap_or(u64::MAX));
            Ok(())
        }),
    ),
    flag(
        "mlir-print-ir-before-all",
        "Print IR before each pass",
        Kind::Bool(|c, v| c.printing.before_all = v),
    ),
    flag("mlir-print-ir-after-all", "Print IR after each pass", Kind::Bool(|c, v| c.printing.after_all = v)),
    flag(
        "mlir-print-ir-before",
        "Print IR before these passes",
        Kind::Value("PASSES", |c, v| add(&mut c.printing.before, v)),
    ),
    flag(
        "mlir-print-ir-after",
        "Print IR after these passes",
        Kind::Value("PASSES", |c, v| add(&mut c.printing.after, v)),
    ),
    flag(
        "mlir-print-ir-after-change",
        "Only print IR after a pass that changed it",
        Kind::Bool(|c, v| c.printing.after_change = v),
    ),
    flag(
        "mlir-print-ir-after-failure",
        "Only print IR after a pass that failed",
        Kind::Bool(|c, v| c.printing.after_failure = v),
    ),
    flag(
        "mlir-print-ir-module-scope",
        "Print the outermost op",
        Kind::Bool(|c, v| c.printing.module_scope = v),
    ),
    flag(
        "mlir-print-ir-tree-dir",
        "Print IR to files below a directory",
        Kind::Value("DIR", |c, v| set(&mut c.printing.tree_dir, Some(v.into()))),
    ),
    flag(
        "print-ir-diff",
        "Print a diff for each pass that changed something",
        Kind::Bool(|c, v| c.printing.diff = v),
    ),
    flag(
        "validate-passes-tolerance",
        "How far floats may be apart, relative to the largest of a result (default 1e-5)",
        Kind::Value("X", |c, v| match v.parse::<f64>() {
            Ok(x) if x.is_finite() && x >= 0.0 => {
                c.validate_tolerance = Some(x);
                Ok(())
            }
            _ => Err(format!("'{v}' is not a tolerance")),
        }),
    ),
    flag(
        "validate-passes",
        "Interpret the public functions after each pass on N random inputs (default 4)",
        Kind::Optional("N", |c, v| {
            c.validate_passes = match v {
                Some("false") => None,
                None | Some("true") => Some(DEFAULT_INPUTS),
                Some(v) => match number(v)? {
                    n @ 1..=1_000_000 => Some(n),
                    n => return Err(format!("'{n}' is not a number from 1 to 1000000")),
                },
            };
            Ok(())
        }),
    ),
    flag(
        "irdl-file",
        "IRDL file to register before processing the input",
        Kind::Value("FILE", |c, v| set(&mut c.irdl_file, Some(v.into()))),
    ),
    flag(
        "mlir-upstream",
        "Let upstream MLIR run this pipeline on the result (needs the cargo feature 'upstream')",
        Kind::Value("PIPELINE", |c, v| set(&mut c.mlir_upstream, Some(v.into()))),
    ),
    flag(
        "emit-bytecode",
        "Write bytecode instead of text",
        Kind::Bool(|c, v| c.emit_bytecode = v.then(|| c.emit_bytecode.unwrap_or(CURRENT_VERSION))),
    ),
    flag(
        "emit-bytecode-version",
        "Write this version of bytecode",
        Kind::Value("N", |c, v| set(&mut c.emit_bytecode_version, Some(number(v)?))),
    ),
];

/// Reads the arguments; the error is for the user.
pub fn parse(args: &[String], passes: &PassRegistry) -> Result<Cli, String> {
    let mut cli = Cli::default();
    let mut args = args.iter();
    let mut only_files = false;
    while let Some(arg) = args.next() {
        let text = match arg.strip_prefix('-') {
            Some(rest) if !only_files && !rest.is_empty() => rest.strip_prefix('-').unwrap_or(rest),
            _ => {
                if let Some(first) = cli.input.replace(arg.clone()) {
                    return Err(format!("Too many positional arguments specified! '{first}' and '{arg}'"));
                }
                continue;
            }
        };
        if text.is_empty() {
            only_files = true;
            continue;
        }
        let (name, value) = match text.split_once('=') {
            Some((n, v)) => (n, Some(v)),
            None => (text, None),
        };
        if let Some(flag) = FLAGS.iter().find(|f| f.name == name) {
            let wrong = |e: String| format!("for the --{name} option: {e}");
            match &flag.kind {
                Kind::Bool(set) => set(
                    &mut cli,
                    match value {
                        None | Some("true" | "TRUE" | "True" | "1") => true,
                        Some("false" | "FALSE" | "False" | "0") => false,
                        Some(v) => {
                            return Err(wrong(format!(
                                "'{v}' is invalid value for boolean argument! Try 0 or 1"
                            )));
                        }
                    },
                ),
                Kind::Value(_, set) => {
                    let value = value.or_else(|| args.next().map(String::as_str));
                    set(&mut cli, value.ok_or_else(|| wrong("requires a value!".into()))?).map_err(wrong)?;
                }
                Kind::Optional(_, set) => set(&mut cli, value).map_err(wrong)?,
            }
        } else if passes.pass(name).is_some() || passes.pipeline(name).is_some() {
            cli.passes.push(pass_flag(name, value.unwrap_or(""))?);
        } else if let Some(file) =
            name.strip_prefix('o').filter(|_| arg.starts_with("-o") && !arg.starts_with("--"))
        {
            cli.output = Some(file.to_owned());
        } else {
            let known = FLAGS.iter().map(|f| f.name);
            let all =
                known.chain(passes.passes().map(|p| p.info.name)).chain(passes.pipelines().map(|p| p.name));
            let hint =
                nearest(name, all).map_or(String::new(), |n| format!("\nstrata-opt: Did you mean '--{n}'?"));
            return Err(format!("Unknown command line argument '{arg}'.  Try: 'strata-opt --help'{hint}"));
        }
    }
    cli.emit_bytecode = cli.emit_bytecode.map(|v| cli.emit_bytecode_version.unwrap_or(v));
    Ok(cli)
}

/// `--pass=key=value key=value`, also with commas between.
fn pass_flag(name: &str, options: &str) -> Result<PipelineElement, String> {
    let text = format!("{name}{{{}}}", commas_to_spaces(options));
    let mut parsed = parse_pipeline(&text).map_err(|e| format!("for the --{name} option: {e}"))?;
    parsed
        .pop()
        .filter(|_| parsed.is_empty())
        .ok_or_else(|| format!("for the --{name} option: invalid options"))
}

/// Turns a comma before `key=` at the top level into a space.
fn commas_to_spaces(text: &str) -> String {
    let mut depth = 0i32;
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => (),
        }
        let next_is_key = || {
            let rest = &text[at + 1..];
            let end =
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len());
            end > 0 && rest[end..].starts_with('=')
        };
        out.push(if c == ',' && depth == 0 && next_is_key() { ' ' } else { c });
    }
    out
}

/// Whether the input comes from the standard input.
pub fn reads_stdin(args: &[String], passes: &PassRegistry) -> bool {
    parse(args, passes).is_ok_and(|c| {
        let informs = c.help || c.version || c.show_dialects || c.list_passes;
        !informs && c.input.as_deref().is_none_or(|i| i == "-")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<Cli, String> {
        let mut registry = PassRegistry::new();
        strata_passes_generic::register(&mut registry);
        parse(&args.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>(), &registry)
    }

    #[test]
    fn flags_have_one_or_two_dashes_and_values_in_two_ways() {
        let c = parsed(&[
            "-canonicalize=top-down=false max-iterations=3",
            "--cse",
            "a.mlir",
            "-o",
            "b",
            "--verify-each=0",
        ]);
        let c = c.expect("valid");
        assert_eq!(c.passes[0].to_string(), "canonicalize{top-down=false max-iterations=3}");
        assert_eq!((c.passes.len(), c.no_verify_each), (2, true));
        assert_eq!((c.input.as_deref(), c.output.as_deref()), (Some("a.mlir"), Some("b")));
    }

    #[test]
    fn options_of_passes_may_be_separated_by_commas() {
        assert_eq!(commas_to_spaces("a=1,b=2,3,c={x,y=1}"), "a=1 b=2,3 c={x,y=1}");
    }

    #[test]
    fn mistakes_are_explained() {
        let e = |args: &[&str]| parsed(args).err().expect("invalid");
        assert!(e(&["--canonicalise"]).ends_with("Did you mean '--canonicalize'?"));
        assert!(e(&["a", "b"]).starts_with("Too many positional arguments"));
        assert_eq!(
            e(&["--mlir-timing=7"]),
            "for the --mlir-timing option: '7' is invalid value for boolean argument! Try 0 or 1"
        );
        assert_eq!(e(&["-o"]), "for the --o option: requires a value!");
    }
}
