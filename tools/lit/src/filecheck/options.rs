//! The options of `FileCheck` and its command line.

/// The options of a check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The prefixes of directives; empty means `CHECK`.
    pub prefixes: Vec<String>,
    /// The prefixes of comments; empty means `COM` and `RUN`.
    pub comment_prefixes: Vec<String>,
    /// Patterns that must not occur between matches.
    pub implicit_check_not: Vec<String>,
    /// `-D` values, `NAME=VALUE` or `#NAME=EXPRESSION`.
    pub defines: Vec<String>,
    /// Positive matches must cover whole lines.
    pub match_full_lines: bool,
    /// Blanks are matched as they are.
    pub strict_whitespace: bool,
    /// Letters match in either case.
    pub ignore_case: bool,
    /// An empty input is no error in itself.
    pub allow_empty: bool,
    /// Prefixes may be given without being used.
    pub allow_unused_prefixes: bool,
    /// Matches of one `-DAG` group may overlap.
    pub allow_deprecated_dag_overlap: bool,
    /// Variables without `$` end at a `-LABEL`.
    pub enable_var_scope: bool,
    /// Whether a failure shows the input.
    pub dump_input: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            prefixes: Vec::new(),
            comment_prefixes: Vec::new(),
            implicit_check_not: Vec::new(),
            defines: Vec::new(),
            match_full_lines: false,
            strict_whitespace: false,
            ignore_case: false,
            allow_empty: false,
            allow_unused_prefixes: false,
            allow_deprecated_dag_overlap: false,
            enable_var_scope: false,
            dump_input: true,
        }
    }
}

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct Command {
    /// The options.
    pub options: Options,
    /// The check file.
    pub check_file: String,
    /// The input; `-` is standard input.
    pub input_file: String,
}

/// The action that a command line requests.
#[derive(Clone, Debug)]
pub enum Request {
    /// Run a check.
    Check(Command),
    /// Print the help text.
    Help,
    /// Print the version.
    Version,
}

/// The text of `--help`.
pub const HELP: &str = "\
OVERVIEW: Checks that standard input, or --input-file, has what the CHECK lines of a file ask for.
USAGE: FileCheck [options] <check-file>

  --check-prefix=<string>        Prefix of directives (default CHECK); may be repeated
  --check-prefixes=<a,b>         The same, comma separated
  --comment-prefixes=<a,b>       Prefixes of comments (default COM,RUN)
  --implicit-check-not=<pattern> Pattern that must not occur between matches
  --input-file=<filename>        File to check (default: standard input)
  --match-full-lines             Positive matches must cover whole lines
  --strict-whitespace            Do not treat all horizontal white space alike
  --ignore-case                  Match letters in either case
  --allow-empty                  Accept an empty input
  --allow-unused-prefixes        Accept prefixes that the check file does not use
  --allow-deprecated-dag-overlap Let matches of one -DAG group overlap
  --enable-var-scope             Forget variables without $ at each -LABEL
  -D<VAR=VALUE>, -D#<NUM=EXPR>   Define a variable
  --dump-input=<value>           'never' leaves the input out of failure messages
";

/// Reads a command line without the program's name.
///
/// # Errors
/// Returns the message for an unknown option, a missing value or a missing check file.
pub fn parse_command(args: &[String]) -> Result<Request, String> {
    let mut options = Options::default();
    let mut check_file = None;
    let mut input_file = "-".to_string();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let Some(option) = arg.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            if check_file.replace(arg.clone()).is_some() {
                return Err(format!("Too many positional arguments specified! '{arg}'"));
            }
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        if let Some(define) = option.strip_prefix('D') {
            let define = if define.is_empty() {
                args.next().ok_or_else(|| "for the -D option: requires a value!".to_string())?.clone()
            } else {
                define.to_string()
            };
            options.defines.push(define);
            continue;
        }
        let (name, attached) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (option, None),
        };
        if let Some(flag) = flag_of(&mut options, name) {
            *flag = match attached.as_deref() {
                None | Some("true" | "TRUE" | "True" | "1" | "") => true,
                Some("false" | "FALSE" | "False" | "0") => false,
                Some(other) => {
                    return Err(format!("for the --{name} option: '{other}' is invalid value for boolean"));
                }
            };
            continue;
        }
        match name {
            "help" | "help-hidden" | "h" => return Ok(Request::Help),
            "version" => return Ok(Request::Version),
            "v" | "vv" | "color" => continue,
            _ => {}
        }
        if !VALUED.contains(&name) {
            return Err(format!("Unknown command line argument '{arg}'.  Try: 'FileCheck --help'"));
        }
        let value = match attached {
            Some(value) => value,
            None => args.next().ok_or_else(|| format!("for the --{name} option: requires a value!"))?.clone(),
        };
        let list = || value.split(',').map(str::to_string);
        match name {
            "check-prefix" | "check-prefixes" => options.prefixes.extend(list()),
            "comment-prefixes" => options.comment_prefixes.extend(list()),
            "implicit-check-not" => options.implicit_check_not.push(value),
            "input-file" => input_file = value,
            "dump-input" => match value.as_str() {
                "never" => options.dump_input = false,
                "help" => return Ok(Request::Help),
                "always" | "fail" => options.dump_input = true,
                other => {
                    return Err(format!("for the --dump-input option: Cannot find option named '{other}'!"));
                }
            },
            // The filter and the context of the dump do not affect the result.
            _ => {}
        }
    }
    let check_file = check_file.ok_or("<check-file> not specified")?;
    Ok(Request::Check(Command { options, check_file, input_file }))
}

const VALUED: [&str; 8] = [
    "check-prefix",
    "check-prefixes",
    "comment-prefixes",
    "implicit-check-not",
    "input-file",
    "dump-input",
    "dump-input-filter",
    "dump-input-context",
];

fn flag_of<'a>(options: &'a mut Options, name: &str) -> Option<&'a mut bool> {
    Some(match name {
        "match-full-lines" => &mut options.match_full_lines,
        "strict-whitespace" => &mut options.strict_whitespace,
        "ignore-case" => &mut options.ignore_case,
        "allow-empty" => &mut options.allow_empty,
        "allow-unused-prefixes" => &mut options.allow_unused_prefixes,
        "allow-deprecated-dag-overlap" => &mut options.allow_deprecated_dag_overlap,
        "enable-var-scope" => &mut options.enable_var_scope,
        _ => return None,
    })
}
