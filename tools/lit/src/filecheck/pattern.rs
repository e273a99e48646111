//! One pattern of a check file: parsing it, and finding it in a text.

use super::backtrack::{Program, Spans};
use super::directive::Kind;
use super::numeric::{self, Block, EvalError, Expr, Format, Scope};
use super::options::Options;
use super::posix::{self, Node};
use regex_automata::nfa::thompson::pikevm::{self, PikeVM};
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind, meta};
use std::collections::{HashMap, HashSet};

/// The most memory of one compiled expression.
const SIZE_LIMIT: usize = 16 << 20;

/// The variables that are known while patterns are parsed.
#[derive(Default)]
pub struct ParseContext {
    /// The formats of the numeric variables defined so far.
    pub numeric: HashMap<String, Format>,
    /// The string variables defined so far.
    pub strings: HashSet<String>,
}

/// The values of the variables while an input is checked.
#[derive(Default)]
pub struct Values {
    /// The string variables.
    pub strings: HashMap<String, Vec<u8>>,
    /// The numeric variables.
    pub numbers: HashMap<String, i128>,
}

impl Values {
    /// Removes every variable whose name does not start with `$`.
    pub fn clear_local(&mut self) {
        self.strings.retain(|name, _| name.starts_with('$'));
        self.numbers.retain(|name, _| name.starts_with('$'));
    }
}

/// A mistake at an offset of the check file.
pub struct PatternError {
    /// The offset.
    pub offset: usize,
    /// The message.
    pub message: String,
}

/// A pattern.
pub struct Pattern {
    /// The kind of its directive.
    pub kind: Kind,
    /// The number of times that it has to match.
    pub count: u32,
    /// Whether it is taken literally.
    pub literal: bool,
    /// The offset of its text.
    pub offset: usize,
    /// Its text, for messages and for the nearest match.
    pub text: String,
    /// Whether it uses or defines variables.
    pub has_variables: bool,
    ignore_case: bool,
    body: Body,
}

enum Body {
    Fixed(Vec<u8>),
    Eof,
    Regex(RegexBody),
}

struct RegexBody {
    pieces: Vec<Piece>,
    n_groups: usize,
    string_groups: Vec<(String, usize)>,
    numeric_groups: Vec<(String, usize, Format)>,
    compiled: Option<Compiled>,
}

enum Piece {
    Node(Node),
    Group(usize, Box<Piece>),
    String { name: String, offset: usize },
    Number { expr: Expr, format: Format, text: String, offset: usize },
}

/// A match relative to the text that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its offset.
    pub start: usize,
    /// Its length in bytes.
    pub length: usize,
}

/// The context in which a pattern is read.
pub struct Place<'a> {
    /// The kind of the directive.
    pub kind: Kind,
    /// The required count.
    pub count: u32,
    /// Whether the text is taken literally.
    pub literal: bool,
    /// The prefix used.
    pub prefix: &'a str,
    /// The offset of the text in its source.
    pub offset: usize,
    /// The line of the directive; `None` on the command line.
    pub line: Option<usize>,
}

impl Pattern {
    /// The pattern of the end of the input.
    pub fn end_of_input(offset: usize) -> Self {
        Self {
            kind: Kind::Eof,
            count: 1,
            literal: false,
            offset,
            text: String::new(),
            has_variables: false,
            ignore_case: false,
            body: Body::Eof,
        }
    }

    /// Reads a pattern.
    ///
    /// # Errors
    /// Returns the first mistake in the text.
    pub fn parse(
        text: &[u8],
        place: &Place<'_>,
        options: &Options,
        context: &mut ParseContext,
    ) -> Result<Self, PatternError> {
        let Place { kind, prefix, offset, .. } = *place;
        let full_line = options.match_full_lines && kind != Kind::Not;
        let keep_blanks = options.strict_whitespace && options.match_full_lines;
        let mut text = text;
        while !keep_blanks && let [rest @ .., b' ' | b'\t'] = text {
            text = rest;
        }
        let fail = |message: String| Err(PatternError { offset, message });
        if text.is_empty() && kind != Kind::Empty {
            return fail(format!("found empty check string with prefix '{prefix}:'"));
        }
        if !text.is_empty() && kind == Kind::Empty {
            return fail(format!("found non-empty check string for empty check with prefix '{prefix}:'"));
        }
        let mut pattern = Self {
            kind,
            count: place.count,
            literal: place.literal,
            offset,
            text: String::from_utf8_lossy(text).into_owned(),
            has_variables: false,
            ignore_case: options.ignore_case,
            body: Body::Fixed(text.to_vec()),
        };
        let has = |needle: &[u8; 2]| text.windows(2).any(|w| w == needle);
        if kind != Kind::Empty && (place.literal || !full_line && !has(b"{{") && !has(b"[[")) {
            return Ok(pattern);
        }
        let mut builder = Builder {
            pieces: Vec::new(),
            next_group: 1,
            strings: Vec::new(),
            numbers: Vec::new(),
            has_alternation: text.contains(&b'|'),
            place,
            context,
        };
        let blanks = Node::Repeat { node: Box::new(Node::Byte(b' ')), min: 0, max: None };
        if kind == Kind::Empty {
            builder.pieces.push(Piece::Node(Node::Cat(vec![Node::Byte(b'\n'), Node::LineEnd])));
        } else {
            if full_line {
                builder.pieces.push(Piece::Node(Node::LineStart));
                if !options.strict_whitespace {
                    builder.pieces.push(Piece::Node(blanks.clone()));
                }
            }
            builder.read(text)?;
            if full_line {
                if !options.strict_whitespace {
                    builder.pieces.push(Piece::Node(blanks));
                }
                builder.pieces.push(Piece::Node(Node::LineEnd));
            }
        }
        let Builder { pieces, next_group, strings, numbers, .. } = builder;
        let mut body = RegexBody {
            pieces,
            n_groups: next_group,
            string_groups: strings,
            numeric_groups: numbers,
            compiled: None,
        };
        pattern.has_variables = body.has_variables();
        if !body.pieces.iter().any(Piece::is_dynamic) {
            let node = body.node(&Values::default()).map_err(|mut e| e.swap_remove(0))?;
            let compiled = Compiled::new(&node, &body, options.ignore_case);
            body.compiled = Some(compiled.map_err(|message| PatternError { offset, message })?);
        }
        pattern.body = Body::Regex(body);
        Ok(pattern)
    }

    /// Finds the pattern, and on success stores the variables it defines.
    ///
    /// # Errors
    /// Returns the reasons why the pattern cannot be matched at all, such as undefined variables.
    pub fn find(&self, text: &[u8], values: &mut Values) -> Result<Option<Match>, Vec<PatternError>> {
        let regex = match &self.body {
            Body::Eof => return Ok(Some(Match { start: text.len(), length: 0 })),
            Body::Fixed(fixed) => {
                let start = if self.ignore_case {
                    text.windows(fixed.len()).position(|w| w.eq_ignore_ascii_case(fixed))
                } else {
                    memchr::memmem::find(text, fixed)
                };
                return Ok(start.map(|start| Match { start, length: fixed.len() }));
            }
            Body::Regex(regex) => regex,
        };
        let fail = |message: String| vec![PatternError { offset: self.offset, message }];
        let fresh;
        let compiled = match &regex.compiled {
            Some(compiled) => compiled,
            None => {
                fresh = Compiled::new(&regex.node(values)?, regex, self.ignore_case).map_err(fail)?;
                &fresh
            }
        };
        let Some(spans) = compiled.find(text).map_err(fail)? else { return Ok(None) };
        let Some((start, end)) = spans[0] else { return Ok(None) };
        let matched =
            |group: usize| spans.get(group).copied().flatten().map_or(&text[..0], |(s, e)| &text[s..e]);
        for (name, group) in &regex.string_groups {
            values.strings.insert(name.clone(), matched(*group).to_vec());
        }
        for (name, group, format) in &regex.numeric_groups {
            let digits = String::from_utf8_lossy(matched(*group)).into_owned();
            match format.read(&digits) {
                Some(value) => values.numbers.insert(name.clone(), value),
                None => return Err(fail(format!("unable to represent numeric value '{digits}'"))),
            };
        }
        // The newline before an empty line belongs to the previous line.
        let skip = usize::from(self.kind == Kind::Empty);
        Ok(Some(Match { start: start + skip, length: end - start - skip }))
    }

    /// The substitutions with their current values, for messages.
    pub fn substitutions(&self, values: &Values) -> Vec<(String, String)> {
        let Body::Regex(regex) = &self.body else { return Vec::new() };
        let mut found = Vec::new();
        for piece in &regex.pieces {
            let inner = if let Piece::Group(_, inner) = piece { inner } else { piece };
            match inner {
                Piece::String { name, .. } => {
                    if let Some(value) = values.strings.get(name) {
                        found.push((name.clone(), String::from_utf8_lossy(value).into_owned()));
                    }
                }
                Piece::Number { expr, format, text, .. } => {
                    if let Some(value) = expr.eval(&values.numbers).ok().and_then(|v| format.write(v)) {
                        found.push((text.clone(), value));
                    }
                }
                _ => {}
            }
        }
        found
    }
}

impl Piece {
    fn is_dynamic(&self) -> bool {
        match self {
            Self::Node(_) => false,
            Self::Group(_, inner) => inner.is_dynamic(),
            Self::String { .. } | Self::Number { .. } => true,
        }
    }

    fn node(&self, values: &Values) -> Result<Node, Vec<PatternError>> {
        match self {
            Self::Node(node) => Ok(node.clone()),
            Self::Group(n, inner) => Ok(Node::Group(*n, Box::new(inner.node(values)?))),
            Self::String { name, offset } => match values.strings.get(name) {
                Some(value) => Ok(Node::literal(value)),
                None => Err(vec![PatternError {
                    offset: *offset,
                    message: format!("undefined variable: {name}"),
                }]),
            },
            Self::Number { expr, format, offset, .. } => {
                const UNABLE: &str = "unable to substitute variable or numeric expression: ";
                let fail = |message: String| vec![PatternError { offset: *offset, message }];
                match expr.eval(&values.numbers) {
                    Ok(value) => match format.write(value) {
                        Some(text) => Ok(Node::literal(text.as_bytes())),
                        None => Err(fail(format!("{UNABLE}overflow error"))),
                    },
                    Err(EvalError::Undefined(names)) => {
                        Err(names.iter().flat_map(|n| fail(format!("undefined variable: {n}"))).collect())
                    }
                    Err(EvalError::Overflow) => Err(fail(format!("{UNABLE}overflow error"))),
                    Err(EvalError::DivisionByZero) => Err(fail(format!("{UNABLE}division by zero"))),
                }
            }
        }
    }
}

impl RegexBody {
    /// A numeric variable that is only defined does not count, so a `-LABEL` may have one.
    fn has_variables(&self) -> bool {
        !self.string_groups.is_empty() || self.pieces.iter().any(Piece::is_dynamic)
    }

    /// The whole expression with the values substituted, or all reasons why that is not possible.
    fn node(&self, values: &Values) -> Result<Node, Vec<PatternError>> {
        let mut nodes = Vec::new();
        let mut errors = Vec::new();
        for piece in &self.pieces {
            match piece.node(values) {
                Ok(node) => nodes.push(node),
                Err(more) => errors.extend(more),
            }
        }
        if errors.is_empty() { Ok(Node::Cat(nodes)) } else { Err(errors) }
    }
}

/// An expression that is ready to search.
enum Compiled {
    /// The search has two steps: the start of the leftmost match, then the longest match from there.
    Linear { start: Box<meta::Regex>, longest: Box<PikeVM>, groups: Vec<usize> },
    /// Back-references need the bounded matcher.
    Backtrack(Program),
}

impl Compiled {
    fn new(node: &Node, body: &RegexBody, ignore_case: bool) -> Result<Self, String> {
        if node.has_backref() {
            let program = Program::new(node, body.n_groups, ignore_case);
            return program.map(Self::Backtrack).map_err(|e| format!("invalid regex: {e}"));
        }
        let groups: Vec<usize> = body
            .string_groups
            .iter()
            .map(|(_, g)| *g)
            .chain(body.numeric_groups.iter().map(|(_, g, _)| *g))
            .collect();
        let mut text = String::new();
        node.write_syntax(&mut text, &|g| groups.contains(&g));
        let syntax =
            syntax::Config::new().unicode(false).utf8(false).case_insensitive(ignore_case).nest_limit(2_000);
        let start = meta::Builder::new()
            .syntax(syntax)
            .configure(meta::Config::new().utf8_empty(false).nfa_size_limit(Some(SIZE_LIMIT)))
            .build(&text)
            .map_err(|e| format!("invalid regex: {e}"))?;
        let nfa = regex_automata::nfa::thompson::Config::new().utf8(false).nfa_size_limit(Some(SIZE_LIMIT));
        let longest = pikevm::Builder::new()
            .syntax(syntax)
            .thompson(nfa)
            .configure(PikeVM::config().match_kind(MatchKind::All))
            .build(&text)
            .map_err(|e| format!("invalid regex: {e}"))?;
        Ok(Self::Linear { start: Box::new(start), longest: Box::new(longest), groups })
    }

    /// The spans of the groups of the leftmost-longest match, by group number.
    fn find(&self, text: &[u8]) -> Result<Option<Spans>, String> {
        let (start, longest, groups) = match self {
            Self::Backtrack(program) => return program.find(text).map_err(str::to_string),
            Self::Linear { start, longest, groups } => (start, longest, groups),
        };
        let Some(first) = start.find(text) else { return Ok(None) };
        let mut cache = longest.create_cache();
        let mut captures = longest.create_captures();
        // A match contains at most the newline of an empty line or of `[[:space:]]`, but anchors depend on the surrounding text, so the
        // whole text stays visible.
        let input = Input::new(text).range(first.start()..).anchored(Anchored::Yes);
        longest.captures(&mut cache, input, &mut captures);
        let Some(whole) = captures.get_match() else { return Ok(None) };
        let mut spans = vec![None; groups.iter().max().map_or(1, |g| g + 1)];
        spans[0] = Some((whole.start(), whole.end()));
        for &group in groups {
            spans[group] = captures.get_group_by_name(&format!("g{group}")).map(|s| (s.start, s.end));
        }
        Ok(Some(spans))
    }
}

/// Collects the pieces of a pattern.
struct Builder<'a> {
    pieces: Vec<Piece>,
    next_group: usize,
    strings: Vec<(String, usize)>,
    numbers: Vec<(String, usize, Format)>,
    /// A regular expression on a line with `|` is a group of its own.
    has_alternation: bool,
    place: &'a Place<'a>,
    context: &'a mut ParseContext,
}

impl Builder<'_> {
    fn read(&mut self, text: &[u8]) -> Result<(), PatternError> {
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            if rest.starts_with(b"{{") {
                let Some(length) = memchr::memmem::find(rest, b"}}") else {
                    return self.fail(at, "found start of regex string with no end '}}'");
                };
                self.next_group += usize::from(self.has_alternation);
                let node = self.regex(&rest[2..length.max(2)], at + 2)?;
                self.pieces.push(Piece::Node(node));
                at += length + 2;
            } else if rest.starts_with(b"[[") {
                let length = self.block_end(&rest[2..], at)?;
                self.block(&rest[2..2 + length], at + 2)?;
                at += length + 4;
            } else {
                let next = |open: &[u8]| memchr::memmem::find(&rest[1..], open).map_or(rest.len(), |i| i + 1);
                let length = next(b"{{").min(next(b"[["));
                self.pieces.push(Piece::Node(Node::literal(&rest[..length])));
                at += length;
            }
        }
        Ok(())
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, PatternError> {
        Err(PatternError { offset: self.place.offset + at, message: message.into() })
    }

    fn regex(&mut self, text: &[u8], at: usize) -> Result<Node, PatternError> {
        match posix::parse(text, &mut self.next_group) {
            Ok(node) => Ok(node),
            Err(message) => self.fail(at, format!("invalid regex: {message}")),
        }
    }

    /// The length of a block up to its `]]`; brackets of the regular expression inside must be balanced.
    fn block_end(&self, text: &[u8], at: usize) -> Result<usize, PatternError> {
        let mut depth = 0usize;
        let mut i = 0;
        while i < text.len() {
            if depth == 0 && text[i..].starts_with(b"]]") {
                return Ok(i);
            }
            match text[i] {
                b'\\' => i += 1,
                b'[' => depth += 1,
                b']' if depth == 0 => {
                    return self.fail(at + 2 + i, "missing closing \"]\" for regex variable");
                }
                b']' => depth -= 1,
                _ => {}
            }
            i += 1;
        }
        self.fail(at, "Invalid substitution block, no ]] found")
    }

    fn block(&mut self, text: &[u8], at: usize) -> Result<(), PatternError> {
        if text.starts_with(b"#") {
            return self.numeric(&String::from_utf8_lossy(&text[1..]), at + 1, false);
        }
        let lossy = String::from_utf8_lossy(text);
        let colon = text.iter().position(|b| *b == b':');
        let name_part = &text[..colon.unwrap_or(text.len())];
        if let Some(blank) = name_part.iter().position(|b| matches!(b, b' ' | b'\t')) {
            return self.fail(at + blank, "unexpected whitespace");
        }
        if text.is_empty() {
            return self.fail(at, "empty variable name");
        }
        if lossy.starts_with('@') {
            if colon.is_some() {
                return self.fail(at, "invalid name in string variable definition");
            }
            return self.numeric(&lossy, at, true);
        }
        let length = numeric::name_length(&lossy);
        if length == 0 {
            return self.fail(at, "invalid variable name");
        }
        let name = lossy[..length].to_string();
        match colon {
            Some(colon) if colon != length => self.fail(at, "invalid name in string variable definition"),
            Some(colon) => self.define_string(name, &text[colon + 1..], at),
            None if length != text.len() => self.fail(at, "invalid name in string variable use"),
            None => self.use_string(name, at),
        }
    }

    fn define_string(&mut self, name: String, regex: &[u8], at: usize) -> Result<(), PatternError> {
        if self.context.numeric.contains_key(&name) {
            return self.fail(at, format!("numeric variable with name '{name}' already exists"));
        }
        let group = self.next_group;
        self.next_group += 1;
        self.context.strings.insert(name.clone());
        let regex_at = at + name.len() + 1;
        self.strings.retain(|(n, _)| *n != name);
        self.strings.push((name, group));
        let node = if regex.is_empty() { Node::Cat(Vec::new()) } else { self.regex(regex, regex_at)? };
        self.pieces.push(Piece::Group(group, Box::new(Piece::Node(node))));
        Ok(())
    }

    fn use_string(&mut self, name: String, at: usize) -> Result<(), PatternError> {
        let Some(&(_, group)) = self.strings.iter().find(|(n, _)| *n == name) else {
            self.pieces.push(Piece::String { name, offset: self.place.offset + at });
            return Ok(());
        };
        if group > 9 {
            return self.fail(at, "Can't back-reference more than 9 variables");
        }
        self.pieces.push(Piece::Node(Node::Backref(group)));
        Ok(())
    }

    fn numeric(&mut self, text: &str, at: usize, legacy: bool) -> Result<(), PatternError> {
        let scope = Scope {
            formats: &self.context.numeric,
            same_directive: &|name| self.numbers.iter().any(|(n, ..)| n == name),
            is_string: &|name| self.context.strings.contains(name),
            line: self.place.line,
        };
        let Block { define, expr, format } = match numeric::parse_block(text, legacy, &scope) {
            Ok(block) => block,
            Err(mistake) => return self.fail(at + mistake.offset, mistake.message),
        };
        let group = self.next_group;
        self.next_group += usize::from(define.is_some());
        let piece = match expr {
            Some(expr) => {
                let shown = text.trim().to_string();
                Piece::Number { expr, format, text: shown, offset: self.place.offset + at }
            }
            None => Piece::Node(self.regex(format.wildcard().as_bytes(), at)?),
        };
        self.pieces.push(match define {
            Some(name) => {
                self.context.numeric.insert(name.clone(), format);
                self.numbers.push((name, group, format));
                Piece::Group(group, Box::new(piece))
            }
            None => piece,
        });
        Ok(())
    }
}
