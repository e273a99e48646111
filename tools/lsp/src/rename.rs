//! Renaming of values, blocks, symbols and aliases.

use lsp_types::{Position, PrepareRenameResponse, TextEdit};
use strata_ir::text::extents::Span;

use crate::{
    analysis::{Analysis, Part},
    document::Document,
    navigation::{Entity, entity_at, mentions},
};

/// The range and the text of the name that a rename would change.
pub fn prepare(doc: &Document, analysis: &Analysis, position: Position) -> Option<PrepareRenameResponse> {
    let (part, offset) = doc.place(analysis, position)?;
    let text = doc.part_text(part);
    let (_, name) = entity_at(part, text, offset)?;
    let placeholder = text.get(name.range())?.to_owned();
    Some(PrepareRenameResponse::RangeWithPlaceholder { range: doc.range(part, name), placeholder })
}

/// The edits of a rename.
///
/// # Errors
/// Why there can be no such name, for the user.
pub fn rename(
    doc: &Document,
    analysis: &Analysis,
    position: Position,
    new: &str,
) -> Result<Vec<TextEdit>, String> {
    let nothing = || "there is nothing to rename here".to_owned();
    let (part, offset) = doc.place(analysis, position).ok_or_else(nothing)?;
    let text = doc.part_text(part);
    let (entity, _) = entity_at(part, text, offset).ok_or_else(nothing)?;
    let sigil = sigil_of(&entity);
    let new = new.strip_prefix(char::from(sigil)).unwrap_or(new);
    if !is_valid(sigil, new) {
        return Err(format!("'{}{new}' is not a name", char::from(sigil)));
    }
    let places = mentions(part, text, &entity);
    if places.first().and_then(|m| text.get(m.name.range())) == Some(new) {
        return Ok(Vec::new());
    }
    check_free(part, text, &entity, new)?;
    Ok(places.iter().map(|m| TextEdit::new(doc.range(part, m.name), new.to_owned())).collect())
}

fn sigil_of(entity: &Entity) -> u8 {
    match entity {
        Entity::Value(_) => b'%',
        Entity::Block { .. } => b'^',
        Entity::Symbol(_) => b'@',
        Entity::Alias { sigil, .. } => *sigil,
    }
}

/// Whether a name may follow its sigil.
fn is_valid(sigil: u8, name: &str) -> bool {
    let rest = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.' | b'-');
    let Some((&first, others)) = name.as_bytes().split_first() else { return false };
    let numbered = matches!(sigil, b'%' | b'^');
    let starts = first.is_ascii_alphabetic()
        || first == b'_'
        || sigil != b'@' && matches!(first, b'$' | b'-')
        || first == b'.' && numbered;
    if first.is_ascii_digit() {
        return numbered && others.iter().all(u8::is_ascii_digit);
    }
    // The names of aliases have no dots: those belong to dialects.
    let dots = matches!(sigil, b'#' | b'!') && name.contains('.');
    starts && others.iter().all(|&c| rest(c)) && !dots
}

fn check_free(part: &Part, text: &str, entity: &Entity, new: &str) -> Result<(), String> {
    let x = &part.extents;
    let is = |span: Span| text.get(span.range()) == Some(new);
    let taken = match entity {
        Entity::Value(index) => {
            let region = x.values.get(*index as usize).and_then(|v| v.region);
            // Also a use of a name that is not defined would change its meaning.
            x.values.iter().any(|v| {
                is(v.name)
                    && x.isolated(v.region) == x.isolated(region)
                    && (x.is_around(v.region, region) || x.is_around(region, v.region))
            })
        }
        Entity::Block { region, .. } => {
            x.blocks.iter().any(|b| b.region == *region && b.name.is_some_and(is))
        }
        Entity::Symbol(index) => part.symbols().is_taken(x, *index, new, &part.cx),
        Entity::Alias { sigil, .. } => {
            let before = |span: Span| text.as_bytes().get(span.start as usize - 1) == Some(sigil);
            x.aliases.iter().any(|a| is(a.name) && before(a.name))
        }
    };
    match taken {
        true => Err(format!("the name '{}{new}' is taken", char::from(sigil_of(entity)))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::is_valid;

    #[test]
    fn names_follow_the_rules_of_their_sigil() {
        for (sigil, name) in
            [(b'%', "0"), (b'%', "a-b.c$"), (b'^', "bb1"), (b'@', "f.g"), (b'#', "map"), (b'%', "$x")]
        {
            assert!(is_valid(sigil, name), "{name}");
        }
        for (sigil, name) in [
            (b'%', ""),
            (b'%', "0a"),
            (b'%', "a b"),
            (b'@', "0"),
            (b'@', "$f"),
            (b'#', "a.b"),
            (b'!', "é"),
            (b'%', "a#1"),
        ] {
            assert!(!is_valid(sigil, name), "{name}");
        }
    }
}
