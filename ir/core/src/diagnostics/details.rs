//! Labels at places of the source and changes of the source that would help, for renderers that show more than the message of a
//! diagnostic. MLIR's form leaves them out.

use super::Diagnostic;
use crate::{
    Body, Context, Def, Location, Op, Str, Value,
    symbols::{SymbolScope, for_each_symbol_ref},
};

/// A text at a place of the source, as `expected 'i64'` below an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place, where a token of the source begins.
    pub loc: Location,
    /// The text.
    pub text: String,
}

/// A change of the source that may be what was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The explanation, as `an operation with a similar name exists`.
    pub message: String,
    /// Where [`Suggestion::old`] is.
    pub loc: Location,
    /// The text that is replaced.
    pub old: String,
    /// The text in its place.
    pub new: String,
}

/// Labels and suggestions of a diagnostic; most have none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Details {
    /// Labels, in the order in which they were added.
    pub labels: Vec<Label>,
    /// Suggestions, the best first.
    pub suggestions: Vec<Suggestion>,
}

impl Diagnostic {
    /// The labels.
    pub fn labels(&self) -> &[Label] {
        self.details.as_ref().map_or(&[], |d| &d.labels)
    }
    /// The suggestions.
    pub fn suggestions(&self) -> &[Suggestion] {
        self.details.as_ref().map_or(&[], |d| &d.suggestions)
    }
    /// Adds a label.
    pub fn label(mut self, loc: Location, text: impl Into<String>) -> Self {
        self.details.get_or_insert_default().labels.push(Label { loc, text: text.into() });
        self
    }
    /// Adds a suggestion to replace `old` at `loc` by `new`.
    pub fn suggest(
        mut self,
        loc: Location,
        message: impl Into<String>,
        old: impl Into<String>,
        new: impl Into<String>,
    ) -> Self {
        let (message, old, new) = (message.into(), old.into(), new.into());
        self.details.get_or_insert_default().suggestions.push(Suggestion { message, loc, old, new });
        self
    }
    /// Adds the suggestion to replace `old` at `loc` by the candidate that is nearest to it, if one is near.
    pub fn suggest_nearest<'a>(
        self,
        loc: Location,
        message: &str,
        old: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        match nearest(old, candidates) {
            Some(new) => self.suggest(loc, message, old, new),
            None => self,
        }
    }
    /// Suggests symbols for the names that an op uses and that its table lacks, if the context renders suggestions.
    pub(crate) fn suggest_symbols(&mut self, body: &Body, op: Op, symbols: &SymbolScope<'_>) {
        let cx = body.cx();
        if !cx.renders_details() {
            return;
        }
        let mut unknown: Vec<Str> = Vec::new();
        for_each_symbol_ref(body, op, &mut |r| {
            if !unknown.contains(&r.root) && symbols.names().all(|name| name != r.root) {
                unknown.push(r.root);
            }
        });
        for name in unknown {
            let name = cx.str(name);
            let near = nearest(name, symbols.names().map(|s| cx.str(s)));
            let place = near.and_then(|near| Some((near, symbol_place(cx, body.loc(op), name)?)));
            if let Some((near, loc)) = place {
                let suggestion = Suggestion {
                    message: "a symbol with a similar name exists".to_owned(),
                    loc,
                    old: format!("@{name}"),
                    new: format!("@{near}"),
                };
                self.details.get_or_insert_default().suggestions.push(suggestion);
            }
        }
    }
    /// Labels the operands of an op with their types where the source has their names, if the context renders labels.
    pub(crate) fn label_operands(self, body: &Body, op: Op) -> Self {
        match body.cx().renders_details() {
            true => operand_labels(body, op).into_iter().fold(self, |d, l| d.label(l.loc, l.text)),
            false => self,
        }
    }
}

/// The longest name that is compared with others, in bytes.
const LONGEST_NAME: usize = 256;

/// The candidate with the smallest edit distance to `name`, if it is near enough to be a likely misspelling: up to a third of its
/// characters and three of them may differ.
///
/// The distance counts insertions, deletions, replacements and transpositions of neighbours. Among equals the smallest name wins, so that
/// the order of the candidates does not matter.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let allowed = (name.chars().count() / 3).clamp(1, 3);
    let others = candidates.into_iter().filter(|c| *c != name && c.len().abs_diff(name.len()) <= 4 * allowed);
    let scored = others.map(|c| (strsim::damerau_levenshtein(name, c), c));
    scored.filter(|(distance, _)| *distance <= allowed).min().map(|(_, c)| c)
}

/// The most bytes of an op's text in which names of operands are looked for.
const LONGEST_OP: usize = 4096;

/// `%name` of a value, as the source has it: before the op that defines it, or at the place of a block argument.
fn source_name<'c>(cx: &'c Context, body: &Body, value: Value) -> Option<&'c str> {
    match body.def(value) {
        Def::Forward => None,
        Def::Result { op, index } => {
            let (text, at) = cx.sources().text_at(body.loc(op).source_pos()?)?;
            let line = text.get(..at)?.rsplit('\n').next()?.trim_end();
            let names = line.strip_suffix('=')?;
            let name = names.split(',').map(str::trim).nth(index)?;
            // Several results of one name, `%x:2`, are used as `%x#1`.
            (name.starts_with('%') && !name.contains(':')).then_some(name)
        }
        Def::Arg { .. } => {
            let (text, at) = cx.sources().text_at(body.value_loc(value).source_pos()?)?;
            value_at(text.get(at..)?)
        }
    }
}

/// Where `@name` is in the text of the op at `loc`.
fn symbol_place(cx: &Context, loc: Location, name: &str) -> Option<Location> {
    let pos = loc.source_pos()?;
    let (text, at) = cx.sources().text_at(pos)?;
    let text = text.get(at..)?;
    let mut end = text.len().min(LONGEST_OP);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let mut uses = text.match_indices('@').filter(|(i, _)| token(&text[*i..]).get(1..) == Some(name));
    uses.next().map(|(i, _)| Location::from_source_pos(pos + i as u32))
}

/// The name of a value at the beginning of `text`.
fn value_at(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('%')?;
    let length = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"_$.-#".contains(b)).count();
    (length > 0).then(|| &text[..=length])
}

/// The first uses of the operands of an op in its text, with the type of each.
fn operand_labels(body: &Body, op: Op) -> Vec<Label> {
    let cx = body.cx();
    let loc = body.loc(op);
    let Some((text, at)) = loc.source_pos().and_then(|pos| cx.sources().text_at(pos)) else {
        return Vec::new();
    };
    let end = text.len().min(at + LONGEST_OP);
    let Some(text) = text.get(at..end) else { return Vec::new() };
    // Names on later lines may be of other ops.
    let text = text.split('\n').next().unwrap_or_default();
    let mut out: Vec<Label> = Vec::new();
    for operand in body.operands(op) {
        let Some(name) = source_name(cx, body, operand) else { continue };
        let uses = text.match_indices('%').filter_map(|(i, _)| Some((i, value_at(&text[i..])?)));
        let Some((i, _)) = uses.into_iter().find(|(_, n)| *n == name) else { continue };
        let Some(loc) = loc.source_pos().map(|pos| Location::from_source_pos(pos + i as u32)) else {
            continue;
        };
        if out.iter().all(|l| l.loc != loc) {
            out.push(Label { loc, text: cx.type_to_string(body.ty(operand)) });
        }
    }
    out
}

impl Location {
    /// The token of the source at this place, if it was read: what an error about the place underlines.
    pub fn token(self, cx: &Context) -> Option<&str> {
        let (text, at) = cx.sources().text_at(self.leaf(cx)?.source_pos()?)?;
        Some(token(text.get(at..)?))
    }
    /// The text of the source in which this place is, its name, and the place's offset in bytes.
    pub fn source(self, cx: &Context) -> Option<(&str, &str, usize)> {
        let loc = self.leaf(cx)?;
        let pos = loc.source_pos()?;
        let (text, at) = cx.sources().text_at(pos)?;
        Some((cx.sources().resolve(pos)?.0, text, at))
    }
}

/// The token at the beginning of a text: a name with its sigil, a number, a string, or one character.
fn token(text: &str) -> &str {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let mut chars = text.char_indices();
    let length = match chars.next() {
        None => 0,
        Some((_, '"')) => {
            let mut escaped = false;
            let end = chars.find(|&(_, c)| {
                let ends = (c == '"' && !escaped) || c == '\n';
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(text.len(), |(i, c)| if c == '"' { i + 1 } else { i })
        }
        Some((_, c)) if word(c) || matches!(c, '%' | '@' | '^' | '#' | '!') => {
            chars.find(|&(_, c)| !word(c) && c != '-').map_or(text.len(), |(i, _)| i)
        }
        Some((_, c)) => c.len_utf8(),
    };
    &text[..length]
}

/// The names of values that a text defines, as `%name = `, `%name:2 = `, `%a, %b = ` or `%name: type`.
pub fn value_names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').filter_map(|(i, _)| {
        let name = value_at(&text[i..])?;
        let rest = text[i + name.len()..].trim_start_matches([' ', '\t']);
        let first = rest.as_bytes().first()?;
        let in_list = || {
            // `%a, %b = `: names of results up to the sign.
            let names = rest.split('\n').next()?.split_once(" =")?.0;
            names.bytes().all(|b| b.is_ascii_alphanumeric() || b"%_$.-:, ".contains(&b)).then_some(())
        };
        let is_definition = match first {
            b':' => text.as_bytes().get(i + name.len()) == Some(&b':'),
            b'=' => !rest.starts_with("=="),
            b',' => in_list().is_some(),
            _ => false,
        };
        is_definition.then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::{nearest, token, value_names};

    #[test]
    fn the_nearest_name_is_near() {
        let names = ["arith.addi", "arith.addf", "arith.muli"];
        assert_eq!(nearest("arith.adi", names), Some("arith.addi"));
        assert_eq!(nearest("arith.addfi", names), Some("arith.addf"));
        assert_eq!(nearest("scf.for", names), None);
        assert_eq!(nearest("arith.addi", ["arith.addi"]), None);
        assert_eq!(nearest("ab", ["ba"]), Some("ba"));
    }

    #[test]
    fn tokens_end_where_the_language_ends_them() {
        let tokens =
            ["%arg0, %b", "arith.addi %a", "\"a\\\"b\" x", "@f(", "^bb1:", "=1", "", "\"open\nx", "!hlo.t<"];
        let found = tokens.map(token);
        assert_eq!(found, ["%arg0", "arith.addi", "\"a\\\"b\"", "@f", "^bb1", "=", "", "\"open", "!hlo.t"]);
    }

    #[test]
    fn definitions_are_found() {
        let text = "func.func @f(%x: i32) {\n  %sum = arith.addi %x, %y : i32\n  %p:2 = f.g %q\n";
        assert_eq!(value_names(text).collect::<Vec<_>>(), ["%x", "%sum", "%p"]);
        assert_eq!(value_names("%a, %b = f.g %c, %d : i32").collect::<Vec<_>>(), ["%a", "%b"]);
    }
}
