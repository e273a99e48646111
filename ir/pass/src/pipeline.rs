//! Textual pass pipelines: `builtin.module(func.func(canonicalize{max-iterations=10},cse),symbol-dce)`.
//!
//! [`parse_pipeline`] checks the structure first, with the messages of MLIR and a nesting limit, so that
//! the recursive grammar in `pipeline.pest` only sees text of bounded depth. Printing the result and
//! parsing it again gives the same pipeline.

use pest::Parser;
use pest::iterators::Pair;
use std::fmt;

use crate::OptionValue;

/// The deepest nesting of parentheses, braces and brackets.
pub const MAX_NESTING: usize = 64;

/// The generated parser, in a module of its own so that its rules stay private.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "pipeline.pest"]
    pub struct Grammar;
}

use grammar::{Grammar, Rule};

/// A pass with options, or an operation name with the pipeline that runs on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PipelineElement {
    /// The argument of the pass, or the name of the anchor operation.
    pub name: String,
    /// Options in order; a value has no quotes or braces around it, and is empty for a bare flag.
    pub options: Vec<(String, String)>,
    /// The nested pipeline; `None` when there are no parentheses.
    pub children: Option<Vec<PipelineElement>>,
}

impl PipelineElement {
    /// A pass, or a named pipeline, without options.
    #[must_use]
    pub fn pass(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
    /// The pipeline that runs on the ops of a kind.
    #[must_use]
    pub fn nested(anchor: &str, children: impl Into<Vec<PipelineElement>>) -> Self {
        Self { name: anchor.to_owned(), options: Vec::new(), children: Some(children.into()) }
    }
    /// The same with another option.
    #[must_use]
    pub fn option(mut self, key: &str, value: impl OptionValue) -> Self {
        self.options.push((key.to_owned(), value.print()));
        self
    }
    /// The same with another option where there is a value.
    #[must_use]
    pub fn optional(self, key: &str, value: Option<impl OptionValue>) -> Self {
        match value {
            Some(value) => self.option(key, value),
            None => self,
        }
    }
}

/// A message and the byte offset it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PipelineError {
    /// The byte offset in the pipeline text.
    pub offset: usize,
    /// The message.
    pub message: String,
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for PipelineError {}

fn error<T>(offset: usize, message: impl Into<String>) -> Result<T, PipelineError> {
    Err(PipelineError { offset, message: message.into() })
}

/// Parses a comma-separated pipeline; empty text is the empty pipeline.
pub fn parse_pipeline(text: &str) -> Result<Vec<PipelineElement>, PipelineError> {
    check_structure(text)?;
    let mut parsed = match Grammar::parse(Rule::pipeline, text) {
        Ok(parsed) => parsed,
        Err(failure) => {
            let offset = match failure.location {
                pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
            };
            return error(offset, describe(text, offset, &failure.variant));
        }
    };
    let root = parsed.next().into_iter().flat_map(Pair::into_inner);
    Ok(root.filter(|pair| pair.as_rule() == Rule::elements).flat_map(elements).collect())
}

/// Parses a pipeline that is wrapped in one anchor operation, as the command line requires.
pub fn parse_anchored_pipeline(text: &str) -> Result<PipelineElement, PipelineError> {
    let mut pipeline = parse_pipeline(text)?;
    match (pipeline.pop(), pipeline.is_empty()) {
        (Some(anchor), true) if anchor.children.is_some() => Ok(anchor),
        _ => error(
            0,
            "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
        ),
    }
}

/// The text of a pipeline for ops named `anchor`: `text` inside of the anchor, which is added if it is missing.
pub fn anchored(anchor: &str, text: &str) -> String {
    let is_anchor = |e: &PipelineElement| e.name == anchor && e.children.is_some();
    match parse_pipeline(text).as_deref() {
        Ok([element]) if is_anchor(element) => text.to_owned(),
        _ => format!("{anchor}({text})"),
    }
}

/// Describes the error of the grammar at an offset: what was expected there.
fn describe(text: &str, offset: usize, variant: &pest::error::ErrorVariant<Rule>) -> String {
    let expected = match variant {
        pest::error::ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        pest::error::ErrorVariant::CustomError { message } => return message.clone(),
    };
    let found = text[offset..].chars().next().map_or("end of pipeline".to_string(), |c| format!("'{c}'"));
    if expected.contains(&Rule::name) || expected.contains(&Rule::elements) {
        return format!("expected pass name, but found {found}");
    }
    if expected.contains(&Rule::option) || expected.contains(&Rule::key) {
        return format!("expected option name, but found {found}");
    }
    format!("expected ',' after parsing pipeline, but found {found}")
}

/// Checks brackets as MLIR does, and their depth.
fn check_structure(text: &str) -> Result<(), PipelineError> {
    let mut stack: Vec<(u8, usize)> = Vec::new();
    // Whether an element just ended, so that only a comma or a parenthesis may follow.
    let mut ended = false;
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let in_options = stack.last().is_some_and(|&(open, _)| open != b'(' || stack_has_brace(&stack));
        match byte {
            b'\'' | b'"' if in_options => {
                let Some(length) = bytes[at + 1..].iter().position(|&b| b == byte) else {
                    return error(
                        at,
                        format!("missing closing '{}' while processing pass options", byte as char),
                    );
                };
                at += length + 1;
            }
            b'(' | b'{' | b'[' if in_options || byte != b'[' => {
                if ended && !in_options {
                    return error(at, "expected ',' after parsing pipeline");
                }
                if stack.len() >= MAX_NESTING {
                    return error(at, format!("pass pipeline nested deeper than {MAX_NESTING}"));
                }
                stack.push((byte, at));
            }
            b')' | b'}' | b']' if in_options || byte != b']' => {
                let open = match byte {
                    b')' => b'(',
                    b'}' => b'{',
                    _ => b'[',
                };
                match stack.last() {
                    Some(&(top, _)) if top == open => {
                        stack.pop();
                        ended = !stack_has_brace(&stack);
                    }
                    Some(&(b'(', _)) if byte == b'}' && !in_options => {
                        return error(at, "unexpected '}' in pass pipeline");
                    }
                    Some(&(top, start)) if in_options => {
                        return error(
                            start,
                            format!("missing closing '{}' while processing pass options", closing(top)),
                        );
                    }
                    _ if byte == b')' => {
                        return error(
                            at,
                            "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
                        );
                    }
                    _ => return error(at, "unexpected '}' in pass pipeline"),
                }
            }
            b',' if !in_options => ended = false,
            _ if ended && !in_options && !byte.is_ascii_whitespace() => {
                return error(at, "expected ',' after parsing pipeline");
            }
            _ => {}
        }
        at += 1;
    }
    match stack.iter().rev().find(|(open, _)| *open != b'(') {
        Some(&(open, start)) => {
            error(start, format!("missing closing '{}' while processing pass options", closing(open)))
        }
        None if stack.is_empty() => Ok(()),
        None => error(text.len(), "encountered unbalanced parentheses while parsing pipeline"),
    }
}

/// Whether the text is inside the braces of options.
fn stack_has_brace(stack: &[(u8, usize)]) -> bool {
    stack.iter().any(|&(open, _)| open == b'{')
}

/// The bracket that closes one.
fn closing(open: u8) -> char {
    match open {
        b'(' => ')',
        b'{' => '}',
        _ => ']',
    }
}

fn elements(pair: Pair<'_, Rule>) -> Vec<PipelineElement> {
    pair.into_inner().map(element).collect()
}

fn element(pair: Pair<'_, Rule>) -> PipelineElement {
    let mut result = PipelineElement::default();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => result.name = part.as_str().to_string(),
            Rule::options => result.options = part.into_inner().map(option).collect(),
            Rule::children => result.children = Some(part.into_inner().flat_map(elements).collect()),
            _ => {}
        }
    }
    result
}

fn option(pair: Pair<'_, Rule>) -> (String, String) {
    let mut parts = pair.into_inner().map(|part| part.as_str());
    let key = parts.next().unwrap_or_default().to_string();
    (key, strip(parts.next().unwrap_or_default()).to_string())
}

/// Removes the quotes or braces around a whole value.
fn strip(value: &str) -> &str {
    let wrapped =
        Grammar::parse(Rule::whole_group, value).is_ok() || Grammar::parse(Rule::whole_quoted, value).is_ok();
    if wrapped { &value[1..value.len() - 1] } else { value }
}

/// The text that [`strip`] turns into a value.
fn wrap(value: &str) -> String {
    let candidates =
        [value.to_string(), format!("{{{value}}}"), format!("'{value}'"), format!("\"{value}\"")];
    let reads_back = |text: &&String| Grammar::parse(Rule::whole_value, text).is_ok() && strip(text) == value;
    // A parsed value always passes one of the four; a value made by hand may not, and is shown unchanged.
    candidates.iter().find(reads_back).unwrap_or(&candidates[0]).clone()
}

impl fmt::Display for PipelineElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.options.is_empty() {
            f.write_str("{")?;
            for (i, (key, value)) in self.options.iter().enumerate() {
                let space = if i > 0 { " " } else { "" };
                write!(f, "{space}{key}")?;
                if !value.is_empty() {
                    write!(f, "={}", wrap(value))?;
                }
            }
            f.write_str("}")?;
        }
        match &self.children {
            Some(children) => write!(f, "({})", print_pipeline(children)),
            None => Ok(()),
        }
    }
}

/// The text of a pipeline.
pub fn print_pipeline(pipeline: &[PipelineElement]) -> String {
    let elements: Vec<String> = pipeline.iter().map(ToString::to_string).collect();
    elements.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roundtrip(text: &str) -> String {
        let parsed = parse_pipeline(text).expect(text);
        let printed = print_pipeline(&parsed);
        assert_eq!(parse_pipeline(&printed).as_ref(), Ok(&parsed), "{printed}");
        printed
    }

    #[test]
    fn parses_nested_pipelines_and_options() {
        let text = "builtin.module(func.func(canonicalize{max-iterations=10 top-down=true},cse),symbol-dce)";
        assert_eq!(roundtrip(text), text);
        let parsed = parse_anchored_pipeline(text).expect("anchored");
        let children = parsed.children.expect("nested");
        let canonicalize = &children[0].children.as_ref().expect("nested")[0];
        assert_eq!(canonicalize.options[0], ("max-iterations".to_string(), "10".to_string()));
        assert_eq!(children[1].name, "symbol-dce");
    }

    #[test]
    fn values_keep_nested_groups_and_quotes() {
        assert_eq!(roundtrip("a{x=1,2 y={p{q=1},r} z='b c' flag}"), "a{x=1,2 y=p{q=1},r z={b c} flag}");
        assert_eq!(roundtrip("a { x=1 }").as_str(), "a{x=1}");
        assert_eq!(roundtrip("a{x='}'}"), "a{x='}'}");
        assert_eq!(roundtrip("a{x=[1, 2] y=f(a b)}"), "a{x=[1, 2] y=f(a b)}");
        assert_eq!(roundtrip("any(cse), b{}"), "any(cse),b");
        assert_eq!(roundtrip("builtin.module()"), "builtin.module()");
        assert_eq!(roundtrip(""), "");
    }

    #[test]
    fn reports_errors_where_mlir_does() {
        let cases = [
            ("a(b", 3, "encountered unbalanced parentheses while parsing pipeline"),
            (
                "a)b",
                1,
                "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
            ),
            ("a(b)c", 4, "expected ',' after parsing pipeline"),
            ("a{x=1", 1, "missing closing '}' while processing pass options"),
            ("a{x=1}(b)", 6, "expected ',' after parsing pipeline"),
            ("a,,b", 2, "expected pass name, but found ','"),
            ("a{=1}", 2, "expected option name, but found '='"),
        ];
        for (text, offset, message) in cases {
            assert_eq!(parse_pipeline(text), error(offset, message), "{text}");
        }
        assert!(parse_anchored_pipeline("cse").is_err());
    }

    #[test]
    fn a_pipeline_is_anchored_once() {
        let cases = [
            ("cse", "m(cse)"),
            ("m(cse)", "m(cse)"),
            (" m ( cse ) ", " m ( cse ) "),
            ("m(cse),cse", "m(m(cse),cse)"),
            ("any(cse)", "m(any(cse))"),
            ("m", "m(m)"),
            ("", "m()"),
            ("cse)", "m(cse))"),
        ];
        for (text, want) in cases {
            assert_eq!(anchored("m", text), want, "{text}");
        }
    }

    #[test]
    fn elements_made_by_hand_print_as_their_text() {
        let on_functions = PipelineElement::nested("func.func", [PipelineElement::pass("cse")]);
        let with_options = PipelineElement::pass("a").option("x", 1_i64).optional("y", None::<i64>);
        let lists = PipelineElement::pass("b").option("z", vec!["p".to_owned(), "q".to_owned()]);
        let text = print_pipeline(&[on_functions, with_options, lists]);
        assert_eq!(text, "func.func(cse),a{x=1},b{z=p,q}");
    }

    #[test]
    fn nesting_is_limited() {
        let nest = |n: usize| format!("{}cse{}", "any(".repeat(n), ")".repeat(n));
        assert!(parse_pipeline(&nest(MAX_NESTING)).is_ok());
        let failure = parse_pipeline(&nest(100_000)).expect_err("too deep");
        assert_eq!(failure.message, "pass pipeline nested deeper than 64");
    }

    proptest::proptest! {
        #[test]
        fn any_text_parses_or_fails_cleanly_and_printing_is_a_fixpoint(text in "[ab.{}()\\[\\]'\"=, -]{0,24}") {
            if let Ok(parsed) = parse_pipeline(&text) {
                let printed = print_pipeline(&parsed);
                proptest::prop_assert_eq!(parse_pipeline(&printed), Ok(parsed));
            }
        }
    }
}
