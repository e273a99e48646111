//! A check file read into the list of its checks.

use super::directive::{Finder, Form, Kind};
use super::numeric::{self, Scope};
use super::options::Options;
use super::pattern::{ParseContext, Pattern, PatternError, Place, Values};
use super::source::Source;

/// The source of a pattern: an index into [`Script::sources`].
pub type SourceId = usize;
/// The check file.
pub const CHECK_FILE: SourceId = 0;

/// A pattern with its origin.
pub struct Entry {
    /// The pattern.
    pub pattern: Pattern,
    /// The prefix it was found with.
    pub prefix: String,
    /// The source that its offset refers to.
    pub source: SourceId,
}

impl Entry {
    /// The directive as it is called in messages.
    pub fn described(&self) -> String {
        let literal = if self.pattern.literal { "{LITERAL}" } else { "" };
        match self.pattern.kind {
            Kind::Eof => "implicit EOF".to_string(),
            Kind::Plain if self.pattern.count > 1 => format!("{}-COUNT{literal}", self.prefix),
            kind => format!("{}{}{literal}", self.prefix, kind.suffix()),
        }
    }
}

/// A positive check and the `-DAG` and `-NOT` directives before it.
pub struct Check {
    /// The check itself.
    pub entry: Entry,
    /// The directives between the previous check and this one, as indices into [`Script::between`].
    pub before: Vec<usize>,
}

/// A parsed check file.
pub struct Script {
    /// The check file and the command-line patterns.
    pub sources: Vec<Source>,
    /// The checks in order.
    pub checks: Vec<Check>,
    /// The `-DAG` and `-NOT` directives.
    pub between: Vec<Entry>,
    /// The values from the command line.
    pub values: Values,
}

impl Script {
    /// Reads a check file.
    ///
    /// # Errors
    /// Returns the message of the first mistake.
    pub fn read(options: &Options, name: &str, text: Vec<u8>) -> Result<Self, String> {
        let prefixes = or_default(&options.prefixes, &["CHECK"]);
        let comments = or_default(&options.comment_prefixes, &["COM", "RUN"]);
        validate(&prefixes, &comments)?;
        let mut script = Self {
            sources: vec![Source::new(name, text)],
            checks: Vec::new(),
            between: Vec::new(),
            values: Values::default(),
        };
        let mut context = ParseContext::default();
        for define in &options.defines {
            script.define(define, &mut context)?;
        }
        for (i, text) in options.implicit_check_not.iter().enumerate() {
            script.add_implicit(i + 1, text, options, &mut context)?;
        }
        script.read_directives(options, &prefixes, comments, &mut context)?;
        Ok(script)
    }

    fn define(&mut self, define: &str, context: &mut ParseContext) -> Result<(), String> {
        let Some((name, value)) = define.split_once('=') else {
            return Err(format!("Missing equal sign in command-line definition '-D{define}'\n"));
        };
        let source = Source::new("Global defines", format!("-D{define}").into_bytes());
        let fail = |offset: usize, message: &str| Err(source.render(offset, 0, "error", message));
        if let Some(name) = name.strip_prefix('#') {
            // The value is an expression, and the format stands before the name.
            let block = format!("{name}:{value}");
            let scope = Scope {
                formats: &context.numeric,
                same_directive: &|_| false,
                is_string: &|name| context.strings.contains(name),
                line: None,
            };
            let block = match numeric::parse_block(&block, false, &scope) {
                Ok(block) => block,
                Err(mistake) => return fail(3 + mistake.offset, &mistake.message),
            };
            let (Some(name), Some(expr)) = (block.define, block.expr) else {
                return fail(3, "invalid numeric definition");
            };
            match expr.eval(&self.values.numbers) {
                Ok(value) => {
                    context.numeric.insert(name.clone(), block.format);
                    self.values.numbers.insert(name, value);
                    return Ok(());
                }
                Err(e) => {
                    return fail(3 + name.len() + 1, &format!("unable to evaluate the expression: {e:?}"));
                }
            }
        }
        if name.is_empty() {
            return fail(2, "empty variable name");
        }
        if numeric::name_length(name) != name.len() {
            return fail(2, "invalid name in string variable definition '".to_string().as_str());
        }
        if context.numeric.contains_key(name) {
            return fail(2, &format!("numeric variable with name '{name}' already exists"));
        }
        context.strings.insert(name.to_string());
        self.values.strings.insert(name.to_string(), value.as_bytes().to_vec());
        Ok(())
    }

    fn add_implicit(
        &mut self,
        source: SourceId,
        text: &str,
        options: &Options,
        context: &mut ParseContext,
    ) -> Result<(), String> {
        const LEAD: &str = "-implicit-check-not='";
        self.sources.push(Source::new("command line", format!("{LEAD}{text}'").into_bytes()));
        let place = Place {
            kind: Kind::Not,
            count: 1,
            literal: false,
            prefix: "IMPLICIT-CHECK",
            offset: LEAD.len(),
            line: None,
        };
        let pattern = Pattern::parse(text.as_bytes(), &place, options, context)
            .map_err(|e| self.sources[source].render(e.offset, 0, "error", &e.message))?;
        self.between.push(Entry { pattern, prefix: "IMPLICIT-CHECK".to_string(), source });
        Ok(())
    }

    fn read_directives(
        &mut self,
        options: &Options,
        prefixes: &[String],
        comments: Vec<String>,
        context: &mut ParseContext,
    ) -> Result<(), String> {
        let n_implicit = self.between.len();
        let implicit: Vec<usize> = (0..n_implicit).collect();
        let mut pending = implicit.clone();
        let mut unused: Vec<&String> = prefixes.iter().collect();
        let finder = Finder::new(prefixes.to_vec(), comments);
        let mut at = 0;
        loop {
            let source = &self.sources[CHECK_FILE];
            let text = &source.text;
            let Some(found) = finder.next(text, at) else { break };
            let prefix = &found.prefix;
            let fail = |offset: usize, message: String| Err(source.render(offset, 0, "error", &message));
            if found.form != Form::Comment {
                unused.retain(|p| *p != prefix);
            }
            let (kind, count, literal) = match found.form {
                Form::Directive { kind, count, literal } => (kind, count, literal),
                Form::Comment => {
                    let rest = &text[found.after..];
                    at = memchr::memchr(b'\n', rest).map_or(text.len(), |i| found.after + i);
                    continue;
                }
                Form::Misspelled => {
                    let spelled = String::from_utf8_lossy(&text[found.start..found.after]);
                    return fail(found.start, format!("misspelled directive '{spelled}'"));
                }
                Form::BadNot => {
                    return fail(found.after, format!("unsupported -NOT combo on prefix '{prefix}'"));
                }
                Form::BadCount => {
                    return fail(
                        found.after,
                        format!("invalid count in -COUNT specification on prefix '{prefix}'"),
                    );
                }
            };
            let mut start = found.after;
            if !(options.strict_whitespace && options.match_full_lines) {
                start += text[start..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            }
            let end = memchr::memchr2(b'\n', b'\r', &text[start..]).map_or(text.len(), |i| start + i);
            at = end;
            let line = source.line_of(found.start);
            let place = Place { kind, count, literal, prefix, offset: start, line: Some(line) };
            let pattern = match Pattern::parse(&text[start..end], &place, options, context) {
                Ok(pattern) => pattern,
                Err(PatternError { offset, message }) => return fail(offset, message),
            };
            if kind == Kind::Label && pattern.has_variables {
                return fail(found.start, format!("found '{prefix}-LABEL:' with variable definition or use"));
            }
            if matches!(kind, Kind::Next | Kind::Same | Kind::Empty) && self.checks.is_empty() {
                let suffix = kind.suffix();
                return fail(
                    found.start,
                    format!("found '{prefix}{suffix}' without previous '{prefix}: line"),
                );
            }
            let entry = Entry { pattern, prefix: found.prefix, source: CHECK_FILE };
            if matches!(kind, Kind::Dag | Kind::Not) {
                pending.push(self.between.len());
                self.between.push(entry);
            } else {
                self.checks.push(Check { entry, before: std::mem::replace(&mut pending, implicit.clone()) });
            }
        }
        let none_used = unused.len() == prefixes.len();
        let only_implicit = options.prefixes.is_empty() && n_implicit > 0;
        if (none_used || !options.allow_unused_prefixes && !unused.is_empty()) && !only_implicit {
            let names: Vec<String> = unused.iter().map(|p| format!("'{p}:'")).collect();
            let plural = if names.len() > 1 { "es" } else { "" };
            return Err(format!("error: no check strings found with prefix{plural} {}\n", names.join(", ")));
        }
        if !pending.is_empty() {
            let pattern = Pattern::end_of_input(self.sources[CHECK_FILE].text.len());
            let entry = Entry { pattern, prefix: prefixes[0].clone(), source: CHECK_FILE };
            self.checks.push(Check { entry, before: pending });
        }
        Ok(())
    }
}

fn or_default(given: &[String], default: &[&str]) -> Vec<String> {
    if given.is_empty() { default.iter().map(|s| s.to_string()).collect() } else { given.to_vec() }
}

fn validate(prefixes: &[String], comments: &[String]) -> Result<(), String> {
    let mut seen: Vec<&String> = Vec::new();
    for (kind, list) in [("check", prefixes), ("comment", comments)] {
        for prefix in list {
            if prefix.is_empty() {
                return Err(format!("error: supplied {kind} prefix must not be the empty string\n"));
            }
            let well_formed = prefix.starts_with(|c: char| c.is_ascii_alphabetic())
                && prefix.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
            if !well_formed {
                return Err(format!(
                    "error: supplied {kind} prefix must start with a letter and contain only alphanumeric \
                     characters, hyphens, and underscores: '{prefix}'\n"
                ));
            }
            if seen.contains(&prefix) {
                return Err(format!(
                    "error: supplied {kind} prefix must be unique among check and comment prefixes: '{prefix}'\n"
                ));
            }
            seen.push(prefix);
        }
    }
    Ok(())
}
