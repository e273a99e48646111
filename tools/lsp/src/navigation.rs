//! The meaning of names: definitions and uses of values, blocks, symbols and aliases.

use strata_ir::text::extents::{Span, ValueOrigin};

use crate::analysis::Part;

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entity {
    /// The values of one name: the number of the definition.
    Value(u32),
    /// A block of a region, by its name.
    Block {
        /// The region.
        region: u32,
        /// The name.
        name: String,
    },
    /// A symbol: the number of the definition.
    Symbol(u32),
    /// An alias of an attribute (`#`) or a type (`!`), by its name.
    Alias {
        /// `#` or `!`.
        sigil: u8,
        /// The name.
        name: String,
    },
}

/// A name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The name without what is around it.
    pub name: Span,
    /// Whether it is defined here.
    pub defines: bool,
}

/// A name with the character before it.
pub fn with_sigil(name: Span) -> Span {
    Span { start: name.start.saturating_sub(1), end: name.end }
}

/// The meaning of the name at a cursor, and where it is written.
pub fn entity_at(part: &Part, text: &str, offset: usize) -> Option<(Entity, Span)> {
    let x = &part.extents;
    let hit = |name: Span| with_sigil(name).touches(offset);
    // Lists in order are searched, the one of definitions of values is not in order.
    fn near<T>(list: &[T], offset: usize, name: impl Fn(&T) -> Span) -> impl Iterator<Item = (u32, &T)> {
        let end = list.partition_point(|item| name(item).start as usize <= offset + 1);
        let start = end.saturating_sub(2);
        list.get(start..end).unwrap_or_default().iter().enumerate().map(move |(i, t)| ((start + i) as u32, t))
    }
    if let Some((_, u)) = near(&x.value_uses, offset, |u| u.name).find(|(_, u)| hit(u.name)) {
        return Some((Entity::Value(u.value?), u.name));
    }
    if let Some((i, v)) = x.values.iter().enumerate().find(|(_, v)| hit(v.name)) {
        return Some((Entity::Value(i as u32), v.name));
    }
    if let Some((i, s)) = near(&x.symbols, offset, |s| s.span).find(|(_, s)| hit(s.span)) {
        return Some((Entity::Symbol(part.symbols().resolve(x, i)?), s.span));
    }
    let block = |region: u32, name: Span| {
        let text = text.get(name.range()).unwrap_or_default().to_owned();
        Some((Entity::Block { region, name: text }, name))
    };
    if let Some((_, u)) = near(&x.block_uses, offset, |u| u.name).find(|(_, u)| hit(u.name)) {
        return block(u.region, u.name);
    }
    if let Some((b, name)) = x.blocks.iter().filter_map(|b| Some((b, b.name?))).find(|(_, n)| hit(*n)) {
        return block(b.region, name);
    }
    let defined = x.aliases.iter().map(|a| a.name).find(|n| hit(*n));
    let used = || near(&x.alias_uses, offset, |u| *u).map(|(_, u)| *u).find(|u| hit(*u));
    let name = defined.or_else(used)?;
    let (sigil, word) = sigil_and_name(text, name)?;
    Some((Entity::Alias { sigil, name: word.to_owned() }, name))
}

/// The character before a name, and the name.
fn sigil_and_name(text: &str, name: Span) -> Option<(u8, &str)> {
    let sigil = *text.as_bytes().get((name.start as usize).checked_sub(1)?)?;
    Some((sigil, text.get(name.range())?))
}

/// All places that name something, in order.
pub fn mentions(part: &Part, text: &str, entity: &Entity) -> Vec<Mention> {
    let x = &part.extents;
    let mut out: Vec<Mention> = Vec::new();
    let mut add = |name: Span, defines: bool| out.push(Mention { name, defines });
    match entity {
        Entity::Value(index) => {
            x.values.get(*index as usize).into_iter().for_each(|v| add(v.name, true));
            x.value_uses.iter().filter(|u| u.value == Some(*index)).for_each(|u| add(u.name, false));
        }
        Entity::Block { region, name } => {
            let is = |span: Span| text.get(span.range()) == Some(name.as_str());
            let blocks = x.blocks.iter().filter(|b| b.region == *region).filter_map(|b| b.name);
            blocks.filter(|n| is(*n)).for_each(|n| add(n, true));
            let uses = x.block_uses.iter().filter(|u| u.region == *region && is(u.name));
            uses.for_each(|u| add(u.name, false));
        }
        Entity::Symbol(index) => {
            let name = x.symbols.get(*index as usize).map(|s| s.name);
            for (i, s) in x.symbols.iter().enumerate().filter(|(_, s)| Some(s.name) == name) {
                if part.symbols().resolve(x, i as u32) == Some(*index) {
                    add(s.span, s.defines);
                }
            }
        }
        Entity::Alias { sigil, name } => {
            let is = |span: Span| sigil_and_name(text, span) == Some((*sigil, name.as_str()));
            x.aliases.iter().map(|a| a.name).filter(|n| is(*n)).for_each(|n| add(n, true));
            x.alias_uses.iter().filter(|n| is(**n)).for_each(|n| add(*n, false));
        }
    }
    out.sort_by_key(|m| m.name.start);
    out
}

/// The op that defines a value, or in whose region it is an argument.
pub fn owner(part: &Part, value: u32) -> Option<u32> {
    let x = &part.extents;
    match x.values.get(value as usize)?.origin {
        ValueOrigin::Results { op, .. } => Some(op),
        ValueOrigin::Argument { block } => {
            let region = x.blocks.get(block as usize)?.region;
            x.regions.get(region as usize).map(|r| r.op)
        }
    }
}
