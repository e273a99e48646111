//! Hover: what is under the cursor, as Markdown.

use std::fmt::Write;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use strata_ir::{
    core::{
        OpInfo, Trait,
        op_info::{Arity, AttrSpec, ValueSpec},
    },
    text::extents::{AliasValue, Span, ValueOrigin},
};
use strata_pass::PassRegistry;

use crate::{
    analysis::{Analysis, Part},
    diagnostics::head_end,
    document::Document,
    lexer::{TokenKind, line_start, token_around},
    navigation::{Entity, entity_at, with_sigil},
    run_lines,
};

/// The longest snippet of a program.
const LONGEST: usize = 400;

/// The documentation of a position.
pub fn hover(
    doc: &Document,
    analysis: &Analysis,
    passes: &PassRegistry,
    position: Position,
) -> Option<Hover> {
    let (part, offset) = doc.place(analysis, position)?;
    let text = doc.part_text(part);
    let (markdown, span) = entity(part, text, offset)
        .or_else(|| op(part, offset))
        .or_else(|| word(part, text, offset))
        .or_else(|| pass(passes, text, offset))?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: markdown }),
        range: Some(doc.range(part, span)),
    })
}

fn code(text: &str) -> String {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let more = if end < text.len() { " …" } else { "" };
    format!("```mlir\n{}{more}\n```\n", text.get(..end).unwrap_or_default())
}

/// The text of an op up to its first region.
pub fn head<'t>(part: &Part, text: &'t str, op: u32) -> &'t str {
    let start = part.extents.ops.get(op as usize).map_or(0, |o| o.span.start as usize);
    text.get(start..head_end(part, text, op)).unwrap_or_default()
}

fn entity(part: &Part, text: &str, offset: usize) -> Option<(String, Span)> {
    let (entity, name) = entity_at(part, text, offset)?;
    let x = &part.extents;
    let out = match &entity {
        Entity::Value(index) => value(part, text, *index)?,
        Entity::Block { region, name } => {
            let is = |span: Span| text.get(span.range()) == Some(name.as_str());
            let uses = x.block_uses.iter().filter(|u| u.region == *region && is(u.name)).count();
            let found = x.blocks.iter().enumerate().filter(|(_, b)| b.region == *region);
            let (index, _) = found.filter_map(|(i, b)| Some((i as u32, b.name?))).find(|(_, n)| is(*n))?;
            let origin = ValueOrigin::Argument { block: index };
            let arguments = x.values.iter().filter(|v| v.origin == origin);
            let arguments: Vec<String> = arguments
                .map(|v| {
                    format!("%{}: {}", text.get(v.name.range()).unwrap_or_default(), part.types(&v.types))
                })
                .collect();
            let label = match arguments.is_empty() {
                true => format!("^{name}:"),
                false => format!("^{name}({}):", arguments.join(", ")),
            };
            format!("{}\nA block, which {uses} successor(s) name.", code(&label))
        }
        Entity::Symbol(index) => {
            let op = x.symbols.get(*index as usize)?.op?;
            let kind = x.ops.get(op as usize)?.info.map_or("", |i| i.name);
            format!("{}\nA symbol, defined by `{kind}`.", code(head(part, text, op)))
        }
        Entity::Alias { sigil, name } => {
            let is = |span: Span| {
                text.get(span.range()) == Some(name.as_str())
                    && text.as_bytes().get(span.start as usize - 1) == Some(sigil)
            };
            let alias = x.aliases.iter().find(|a| is(a.name))?;
            let value = match alias.value {
                AliasValue::Attr(attr) => part.cx.attr_to_string(attr),
                AliasValue::Type(ty) => part.cx.type_to_string(ty),
            };
            code(&format!("{}{name} = {value}", char::from(*sigil)))
        }
    };
    Some((out, with_sigil(name)))
}

fn value(part: &Part, text: &str, index: u32) -> Option<String> {
    let x = &part.extents;
    let value = x.values.get(index as usize)?;
    let name = text.get(value.name.range())?;
    let types = match value.types.is_empty() {
        true => "unknown, as its definition has an error".to_owned(),
        false => part.types(&value.types),
    };
    let uses = x.value_uses.iter().filter(|u| u.value == Some(index)).count();
    let mut out = code(&format!("%{name} : {types}"));
    match value.origin {
        ValueOrigin::Results { op, first } => {
            let extent = x.ops.get(op as usize)?;
            let kind = extent.info.map_or("an unknown op", |i| i.name);
            let which = match extent.results.len() {
                0 | 1 => "Result".to_owned(),
                _ => format!("Result #{first}"),
            };
            let _ =
                writeln!(out, "\n{which} of `{kind}`, with {uses} use(s).\n\n{}", code(head(part, text, op)));
        }
        ValueOrigin::Argument { block } => {
            let region = x.regions.get(x.blocks.get(block as usize)?.region as usize)?;
            let kind = x.ops.get(region.op as usize)?.info.map_or("an unknown op", |i| i.name);
            let _ = writeln!(out, "\nArgument of a block of `{kind}`, with {uses} use(s).");
        }
    }
    Some(out)
}

fn op(part: &Part, offset: usize) -> Option<(String, Span)> {
    let x = &part.extents;
    let op = x.ops.get(x.op_at(offset)? as usize)?;
    if !op.name.touches(offset) || op.name.start == op.name.end {
        return None;
    }
    let info = op.info?;
    let mut out = describe(info);
    if op.complete {
        let attrs: Vec<String> =
            op.attrs.iter().map(|(n, a)| format!("- `{} = {}`", part.cx.str(*n), attr(part, *a))).collect();
        let _ = writeln!(out, "\n---\n\n**This op**\n");
        let (operands, results) = (part.types(&op.operands), part.types(&op.results));
        let _ = writeln!(out, "{}", code(&format!("({operands}) -> ({results})")));
        let _ = writeln!(out, "{}", attrs.join("\n"));
    }
    Some((out, op.name))
}

fn attr(part: &Part, attr: strata_ir::core::Attr) -> String {
    let text = part.cx.attr_to_string(attr);
    match text.char_indices().nth(LONGEST / 4) {
        Some((end, _)) => format!("{} …", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// The documentation of a kind of op.
pub fn describe(info: &OpInfo) -> String {
    let mut out = format!("### `{}`\n\n{}\n", info.name, doc_text(info.doc));
    let values = |title: &str, specs: &[ValueSpec], out: &mut String| {
        if specs.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n**{title}**\n");
        for spec in specs {
            let arity = match spec.arity {
                Arity::One => "",
                Arity::Optional => ", optional",
                Arity::Variadic => ", any number",
            };
            let _ = writeln!(out, "- `{}`: {}{arity}", spec.name, spec.desc);
        }
    };
    values("Operands", info.operands, &mut out);
    let attrs: Vec<&AttrSpec> = info.attrs.iter().filter(|a| !a.name.starts_with('<')).collect();
    if !attrs.is_empty() {
        out.push_str("\n**Attributes**\n\n");
        attrs.iter().for_each(|a| out.push_str(&format!("- {}\n", describe_attr(a))));
    }
    values("Results", info.results, &mut out);
    let named = |names: Vec<&str>| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    if !info.regions.is_empty() {
        let _ = writeln!(out, "\n**Regions**: {}", named(info.regions.iter().map(|r| r.name).collect()));
    }
    if !info.successors.is_empty() {
        let _ =
            writeln!(out, "\n**Successors**: {}", named(info.successors.iter().map(|s| s.name).collect()));
    }
    let traits = [
        (Trait::Terminator, "terminator"),
        (Trait::IsolatedFromAbove, "isolated from above"),
        (Trait::Symbol, "symbol"),
        (Trait::SymbolTable, "symbol table"),
    ];
    let traits: Vec<&str> = traits.iter().filter(|(t, _)| info.has(*t)).map(|(_, n)| *n).collect();
    if !traits.is_empty() {
        let _ = writeln!(out, "\n**Traits**: {}", traits.join(", "));
    }
    out
}

/// An attribute of a kind of op in one line.
pub fn describe_attr(spec: &AttrSpec) -> String {
    let needed = if spec.required { "" } else { ", optional" };
    format!("`{}`: {}{needed}", spec.name, spec.desc)
}

/// Documentation without the indentation that comments of Rust have.
fn doc_text(doc: &str) -> String {
    doc.lines().map(|l| l.strip_prefix(' ').unwrap_or(l)).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// A type or an attribute of a dialect, or the name of an attribute of an op.
fn word(part: &Part, text: &str, offset: usize) -> Option<(String, Span)> {
    let token = token_around(text, offset)?;
    let name = text.get(token.span.range())?;
    let title = |doc: &str| format!("### `{name}`\n\n{}\n", doc_text(doc));
    match token.kind {
        TokenKind::Type => Some((title(part.cx.type_def(name.get(1..)?)?.doc), token.span)),
        TokenKind::Attr => Some((title(part.cx.attr_def(name.get(1..)?)?.doc), token.span)),
        TokenKind::Word => {
            let x = &part.extents;
            let info = x.ops.get(x.op_at(offset)? as usize)?.info?;
            let after = text.get(token.span.end as usize..)?.trim_start();
            let spec = info.attrs.iter().find(|a| a.name == name).filter(|_| after.starts_with('='))?;
            Some((format!("{} (of `{}`)", describe_attr(spec), info.name), token.span))
        }
        _ => None,
    }
}

/// A pass in a `RUN:` line.
fn pass(passes: &PassRegistry, text: &str, offset: usize) -> Option<(String, Span)> {
    let span = run_lines::word_at(text, offset)?;
    let name = text.get(span.range())?;
    debug_assert!(line_start(text, offset) <= span.start as usize, "a word is in one line");
    let (summary, description, options) = match passes.pass(name) {
        Some(entry) => (entry.info.summary, entry.info.description, (entry.options)()),
        None => {
            let pipeline = passes.pipeline(name)?;
            (pipeline.summary, "", (pipeline.options)())
        }
    };
    let mut out = format!("### `{name}`\n\n{summary}\n\n{}\n", doc_text(description));
    if !options.is_empty() {
        out.push_str("\n**Options**\n\n");
    }
    for option in options {
        let _ = writeln!(out, "- `{}`: {}", option.name, option.summary);
    }
    Some((out, span))
}
