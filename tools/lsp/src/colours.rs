//! Semantic tokens: colours by meaning.

use lsp_types::{Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens};
use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::text::extents::{Span, ValueOrigin};

use crate::{
    analysis::{Analysis, Part},
    document::Document,
    lexer::{Token, TokenKind, tokens},
};

/// The kinds of tokens; their numbers are positions in here.
pub const TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::COMMENT,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::METHOD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::new("label"),
    SemanticTokenType::MACRO,
    SemanticTokenType::TYPE,
    SemanticTokenType::PROPERTY,
];

/// The modifiers; bit `i` is position `i` in here.
pub const MODIFIERS: &[SemanticTokenModifier] = &[SemanticTokenModifier::DEFINITION];

/// Positions in [`TYPES`].
#[derive(Clone, Copy)]
enum Kind {
    Comment,
    String,
    Number,
    Keyword,
    Op,
    Variable,
    Parameter,
    Symbol,
    Label,
    Alias,
    Type,
    Property,
}

/// The roles of names in a part, by their first byte.
#[derive(Default)]
struct Roles {
    ops: FxHashSet<u32>,
    arguments: FxHashSet<u32>,
    definitions: FxHashSet<u32>,
}

impl Roles {
    fn new(part: &Part) -> Self {
        let x = &part.extents;
        let mut roles = Self::default();
        roles.ops.extend(x.ops.iter().map(|op| op.name.start));
        let is_argument: Vec<bool> =
            x.values.iter().map(|v| matches!(v.origin, ValueOrigin::Argument { .. })).collect();
        let arguments = |i: u32| is_argument.get(i as usize).copied().unwrap_or(false);
        let uses = x.value_uses.iter().filter(|u| u.value.is_some_and(arguments)).map(|u| u.name.start - 1);
        roles.arguments.extend(uses);
        for (i, v) in x.values.iter().enumerate() {
            roles.definitions.insert(v.name.start - 1);
            if arguments(i as u32) {
                roles.arguments.insert(v.name.start - 1);
            }
        }
        roles.definitions.extend(x.blocks.iter().filter_map(|b| b.name).map(|n| n.start - 1));
        let symbols = x.symbols.iter().filter(|s| s.defines);
        roles.definitions.extend(symbols.map(|s| s.span.start - 1));
        roles.definitions.extend(x.aliases.iter().map(|a| a.span.start));
        roles
    }
}

/// Words that are types, beside those of numbers.
const TYPE_WORDS: [&str; 8] = ["tensor", "memref", "vector", "tuple", "complex", "index", "none", "bf16"];

fn is_type(word: &str) -> bool {
    let number = |rest: &str| !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_digit());
    let integer = ["si", "ui", "i"].iter().any(|p| word.strip_prefix(p).is_some_and(number));
    let float = word.strip_prefix('f').or_else(|| word.strip_prefix("tf")).is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.bytes().all(|c| c.is_ascii_alphanumeric())
    });
    integer || float || TYPE_WORDS.contains(&word)
}

/// The kind of a token, `next` is the byte after it that is no blank.
fn kind(roles: &Roles, text: &str, token: Token, next: Option<u8>) -> Option<Kind> {
    let start = token.span.start;
    Some(match token.kind {
        TokenKind::Comment => Kind::Comment,
        TokenKind::String if roles.ops.contains(&start) => Kind::Op,
        TokenKind::String => Kind::String,
        TokenKind::Number => Kind::Number,
        TokenKind::Value if roles.arguments.contains(&start) => Kind::Parameter,
        TokenKind::Value => Kind::Variable,
        TokenKind::Symbol => Kind::Symbol,
        TokenKind::Block => Kind::Label,
        TokenKind::Attr => Kind::Alias,
        TokenKind::Type => Kind::Type,
        TokenKind::Word if roles.ops.contains(&start) => Kind::Op,
        TokenKind::Word => match text.get(token.span.range()) {
            Some(word) if is_type(word) => Kind::Type,
            _ if next == Some(b'=') => Kind::Property,
            _ => Kind::Keyword,
        },
        TokenKind::Punctuation(_) => return None,
    })
}

/// The tokens in a range, or in the whole file. Text of a file that cannot be parsed has the colours of its words.
pub fn semantic_tokens(doc: &Document, analysis: &Analysis, range: Option<Range>) -> SemanticTokens {
    let from = range.map_or(0, |r| doc.lines.offset(&doc.text, r.start));
    let to = range.map_or(doc.text.len(), |r| doc.lines.offset(&doc.text, r.end));
    let mut data = Vec::new();
    let mut last = (0, 0);
    for part in analysis.parts.iter().filter(|p| p.start <= to && from <= p.end) {
        let (roles, text) = (Roles::new(part), doc.part_text(part));
        for token in tokens(text) {
            let span = part.in_document(token.span);
            if (span.end as usize) < from {
                continue;
            }
            if span.start as usize > to {
                break;
            }
            let rest = text.as_bytes().get(token.span.end as usize..).unwrap_or_default();
            let next = rest.iter().copied().find(|c| *c != b' ');
            let Some(kind) = kind(&roles, text, token, next) else { continue };
            let start = doc.lines.position(&doc.text, span.start as usize);
            let end = doc.lines.position(&doc.text, span.end as usize);
            data.push(SemanticToken {
                delta_line: start.line - last.0,
                delta_start: if start.line == last.0 { start.character - last.1 } else { start.character },
                length: end.character.saturating_sub(start.character),
                token_type: kind as u32,
                token_modifiers_bitset: u32::from(roles.definitions.contains(&token.span.start)),
            });
            last = (start.line, start.character);
        }
    }
    SemanticTokens { result_id: None, data }
}

/// The spellings of a type in a part: in full, and its aliases.
pub fn alias_names<'t>(part: &Part, text: &'t str) -> FxHashMap<strata_ir::core::Type, &'t str> {
    use strata_ir::text::extents::AliasValue;
    let aliases = part.extents.aliases.iter().filter_map(|a| match a.value {
        AliasValue::Type(ty) => Some((ty, text.get(a.name.start as usize - 1..a.name.end as usize)?)),
        AliasValue::Attr(_) => None,
    });
    aliases.collect()
}

/// Whether a span is in a range of bytes of the file.
pub fn is_within(part: &Part, span: Span, from: usize, to: usize) -> bool {
    let span = part.in_document(span);
    from <= span.start as usize && span.end as usize <= to
}
