//! The parser: source bytes to a [`Body`].

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_core::{
    Attr, Body, Context, Diagnostic, Location, Op, OpInfo, OpInfoMap, Type, location::FileLineColLoc,
    source::Source,
};

mod aliases;
mod attrs;
mod consequences;
mod cursor;
mod dynamic;
mod elements;
mod errors;
mod format;
mod format_types;
mod known;
mod literal;
mod locations;
mod names;
mod op;
mod properties;
mod record;
mod region;
mod resources;
mod stripped;
mod suggest;
mod texts;
mod types;

use crate::extents::{Extents, Former, Parsed};
pub use format::FormatState;
pub use names::Unresolved;
pub use region::BlockArg;

/// An error was found; its text is in the parser's diagnostics when it was reported, or in here when it was not yet.
#[derive(Debug)]
pub struct ParseError(Option<Box<Diagnostic>>);

/// Result of parsing.
pub type PResult<T> = Result<T, ParseError>;

/// How to parse.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Do not verify what was parsed.
    pub skip_verify: bool,
    /// Recover from a syntax error at the likely start of the next op, and report further errors, as editors need.
    /// Otherwise only the first error is reported.
    pub recover: bool,
    /// The text is one op, which is not put into a module.
    pub no_implicit_module: bool,
}

/// Parses a module: one `builtin.module`, or ops that are put into one.
///
/// `name` is the file name for locations. The context keeps the text, so one that is not needed any more is best moved
/// in. Errors of syntax and of the verifier come back as diagnostics.
pub fn parse_module(
    cx: &Arc<Context>,
    name: &str,
    text: impl Into<String>,
    options: ParseOptions,
) -> Result<Box<Body>, Vec<Diagnostic>> {
    let Some(module) = cx.op_info("builtin.module") else {
        let m = "the builtin dialect is not registered";
        return Err(vec![Diagnostic::error(Location::UNKNOWN, m)]);
    };
    let mut p = Parser::new(cx, name, text.into())?;
    p.recovers = options.recover;
    let body = p.top_level(module, name, options.no_implicit_module);
    p.finish(body).and_then(|body| {
        let errors = if options.skip_verify { Vec::new() } else { body.verify() };
        if errors.is_empty() { Ok(body) } else { Err(errors) }
    })
}

/// As [`parse_module`] with recovery from errors, for editors: also tells where everything stands in the text.
///
/// `loc(…)` in the text is checked but not used, so that all diagnostics are about places in the text. Also with errors of syntax,
/// what was read is verified.
pub fn parse_module_with_extents(
    cx: &Arc<Context>,
    name: &str,
    text: impl Into<String>,
    options: ParseOptions,
) -> Parsed {
    reparse_module_with_extents(cx, name, text, options, None)
}

/// As [`parse_module_with_extents`], with the same result; functions that stand in a former version of the text are not parsed again.
pub fn reparse_module_with_extents<'a>(
    cx: &'a Arc<Context>,
    name: &str,
    text: impl Into<String>,
    options: ParseOptions,
    former: Option<Former<'a>>,
) -> Parsed {
    let failed = |diagnostics| Parsed { body: None, diagnostics, extents: Extents::default(), kept: 0 };
    let Some(module) = cx.op_info("builtin.module") else {
        let m = "the builtin dialect is not registered";
        return failed(vec![Diagnostic::error(Location::UNKNOWN, m)]);
    };
    let mut p = match Parser::new(cx, name, text.into()) {
        Ok(p) => p,
        Err(diagnostics) => return failed(diagnostics),
    };
    p.recovers = true;
    p.record = Some(Box::new(record::Recorder::new()));
    p.known = former.map(|f| Box::new(known::Known::new(f, p.src)));
    let body = p.top_level(module, name, options.no_implicit_module);
    let (body, error) = match body {
        Ok(body) => (Some(body), None),
        Err(e) => (None, Some(e)),
    };
    let extents = p.record.take().map(|r| r.finish()).unwrap_or_default();
    let kept = p.known.as_ref().map_or(0, |k| k.kept);
    let syntax = match error {
        None if p.diags.is_empty() => Vec::new(),
        None => std::mem::take(&mut p.diags),
        Some(e) => p.finish::<()>(Err(e)).err().unwrap_or_default(),
    };
    let errors = match &body {
        Some(body) if !options.skip_verify => body.verify(),
        _ => Vec::new(),
    };
    let mut diagnostics = syntax;
    if diagnostics.is_empty() {
        diagnostics = errors;
    } else {
        let text = cx.sources().text_of(name).unwrap_or_default();
        let follows = consequences::Consequences::new(cx, text, &extents, &diagnostics);
        diagnostics.extend(errors.into_iter().filter(|e| !follows.has(e)));
    }
    Parsed { body, diagnostics, extents, kept }
}

/// Parses one attribute that makes up the whole text.
pub fn parse_attr(cx: &Arc<Context>, text: &str) -> Result<Attr, Vec<Diagnostic>> {
    let mut p = Parser::new(cx, "<attribute>", text.into())?;
    let r = p.attr().and_then(|a| p.expect_end().map(|()| a));
    p.finish(r)
}

/// Parses one type that makes up the whole text.
pub fn parse_type(cx: &Arc<Context>, text: &str) -> Result<Type, Vec<Diagnostic>> {
    let mut p = Parser::new(cx, "<type>", text.into())?;
    let r = p.ty().and_then(|t| p.expect_end().map(|()| t));
    p.finish(r)
}

/// See the crate documentation. Methods that parse skip blanks and comments first.
pub struct Parser<'s> {
    cx: &'s Arc<Context>,
    source: &'s Source,
    src: &'s str,
    pos: usize,
    depth: u32,
    body: Box<Body>,
    /// Empty bodies with memory, to build the next ones in.
    spare_bodies: Vec<Box<Body>>,
    scope: names::Scope<'s>,
    spare_scopes: Vec<names::Scope<'s>>,
    /// States of formats, to be used again.
    spare_formats: Vec<Box<FormatState<'s>>>,
    texts: texts::Texts<'s>,
    blocks: region::Blocks<'s>,
    spare_blocks: Vec<region::Blocks<'s>>,
    aliases: aliases::Aliases<'s>,
    types: FxHashMap<&'s str, Type>,
    /// The wrapped attributes of distinct attributes, by number.
    distinct: FxHashMap<u64, Attr>,
    ops: FxHashMap<&'s str, Option<&'static OpInfo>>,
    /// Ops by their name without a dialect, which is the default dialect of the region.
    short_ops: FxHashMap<(&'static str, &'s str), &'static OpInfo>,
    /// The defaults of the attributes by slot.
    defaults: OpInfoMap<SmallVec<[Option<Attr>; 8]>>,
    diags: Vec<Diagnostic>,
    default_dialects: Vec<&'static str>,
    /// The op whose custom syntax is being parsed, and the value of `depth` outside of its types and attributes.
    custom_op: Option<(&'static str, u32)>,
    recovers: bool,
    /// How many dictionaries the current position is in.
    dictionaries: u32,
    /// The record for editors, if one is asked for.
    record: Option<Box<record::Recorder<'s>>>,
    /// The ops of a former version of the text, if there is one.
    known: Option<Box<known::Known<'s>>>,
}

impl<'s> Parser<'s> {
    fn new(cx: &'s Arc<Context>, name: &str, text: String) -> Result<Self, Vec<Diagnostic>> {
        let Some(source) = cx.sources().add(name, text) else {
            return Err(vec![Diagnostic::error(
                Location::UNKNOWN,
                "the sources of this context exceed 2 GiB",
            )]);
        };
        let dummy = Box::new(Body::new(cx, &strata_core::op_info::UNREGISTERED, Location::UNKNOWN));
        Ok(Self {
            cx,
            source,
            src: source.text(),
            pos: 0,
            depth: 0,
            body: dummy,
            spare_bodies: Vec::new(),
            scope: names::Scope::default(),
            spare_scopes: Vec::new(),
            spare_formats: Vec::new(),
            texts: texts::Texts::default(),
            blocks: region::Blocks::default(),
            spare_blocks: Vec::new(),
            aliases: aliases::Aliases::default(),
            types: FxHashMap::default(),
            distinct: FxHashMap::default(),
            ops: FxHashMap::default(),
            short_ops: FxHashMap::default(),
            defaults: OpInfoMap::default(),
            diags: Vec::new(),
            default_dialects: vec!["builtin"],
            custom_op: None,
            recovers: false,
            dictionaries: 0,
            record: None,
            known: None,
        })
    }
    fn finish<T>(mut self, result: PResult<T>) -> Result<T, Vec<Diagnostic>> {
        match result {
            Ok(v) if self.diags.is_empty() => Ok(v),
            Ok(_) => Err(self.diags),
            Err(e) => {
                self.report(e);
                if self.diags.is_empty() {
                    // Every error carries or has reported a diagnostic; this is a fallback should one not.
                    let loc = self.location();
                    self.diags.push(Diagnostic::error(loc, "failed to parse"));
                }
                Err(self.diags)
            }
        }
    }
    fn top_level(
        &mut self,
        module: &'static OpInfo,
        name: &str,
        no_implicit_module: bool,
    ) -> PResult<Box<Body>> {
        // The implicit module is not in the text, so its location has no line.
        let file = self.cx.intern(name);
        let loc = FileLineColLoc { file, start: (0, 0), end: (0, 0) };
        let loc = Location::from_attr(self.cx.attr(loc));
        *self.body = Body::new(self.cx, module, loc);
        let region = self.body.regions(Op::SELF)[0];
        let block = self.body.add_block(region, &[]);
        self.open_scope();
        loop {
            self.skip_blank();
            if self.at_end() {
                break;
            }
            let r = match self.byte(self.pos) {
                b'#' => self.attr_alias_definition(),
                b'!' => self.type_alias_definition(),
                b'{' if self.src[self.pos..].starts_with("{-#") => self.resources(),
                _ => self.operation(block).map(|_| ()),
            };
            if let Err(e) = r {
                self.recover(e)?;
                // A closing brace ends nothing here.
                if self.byte(self.pos) == b'}' {
                    self.pos += 1;
                }
            }
        }
        self.finish_scope()?;
        let blocks = std::mem::take(&mut self.blocks);
        self.check_blocks(&blocks)?;
        let ops: Vec<Op> = self.body.block_ops(block).collect();
        if let [only] = ops[..]
            && std::ptr::eq(self.body.info(only), module)
            && let Some(child) = self.body.take_child(only)
        {
            return Ok(child);
        }
        if no_implicit_module {
            return match ops[..] {
                [only] => self.body.take_child(only).ok_or_else(|| {
                    let message = "an op that is not isolated from above cannot be without a module";
                    self.err_at(self.body.loc(only), message)
                }),
                _ => {
                    let n = ops.len();
                    let message = format!("source must contain a single top-level operation, found: {n}");
                    Err(self.err_at(loc, message))
                }
            };
        }
        let dummy = Box::new(Body::new(self.cx, &strata_core::op_info::UNREGISTERED, Location::UNKNOWN));
        Ok(std::mem::replace(&mut self.body, dummy))
    }

    /// The context; its borrow does not depend on the borrow of the parser.
    pub fn cx(&self) -> &'s Arc<Context> {
        self.cx
    }
    /// The body that ops are being parsed into.
    pub fn body(&mut self) -> &mut Body {
        &mut self.body
    }
    /// The location of the next token.
    pub fn location(&mut self) -> Location {
        self.skip_blank();
        self.source.location(self.pos)
    }
    /// An error of a dialect at the next token. In the custom syntax of an op it names the op.
    pub fn error(&mut self, message: impl Into<String>) -> ParseError {
        let loc = self.location();
        self.error_at(loc, message)
    }
    /// An error of a dialect at `loc`. In the custom syntax of an op it names the op.
    pub fn error_at(&self, loc: Location, message: impl Into<String>) -> ParseError {
        let message = message.into();
        match self.custom_op {
            Some((name, depth)) if depth == self.depth && !message.starts_with("custom op '") => {
                self.err_at(loc, format!("custom op '{name}' {message}"))
            }
            _ => self.err_at(loc, message),
        }
    }
    /// An error with a note.
    pub fn error_with_note(
        &self,
        loc: Location,
        message: impl Into<String>,
        note_loc: Location,
        note: impl Into<String>,
    ) -> ParseError {
        ParseError(Some(Box::new(Diagnostic::error(loc, message).note(note_loc, note))))
    }
    fn report(&mut self, e: ParseError) {
        if let Some(d) = e.0 {
            self.diags.push(*d);
        }
    }
    /// Runs `f` one level deeper, on a growing stack, up to the limit for types and attributes.
    pub fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        if self.depth >= self.cx.limits().attr_depth {
            let limit = self.cx.limits().attr_depth;
            return Err(self.err(format!("nesting exceeds the limit of {limit} levels (attr_depth)")));
        }
        self.depth += 1;
        let r = strata_core::writer::deep(|| f(self));
        self.depth -= 1;
        r
    }
}
