//! Text with holes, the language of recipes.
//!
//! | hole | becomes |
//! |---|---|
//! | `$k` … `$r` | a size from 1 to 5, each letter its own |
//! | `$c` | a small number from 0 to 3 |
//! | `$i`, `$j` | an integer type |
//! | `$f`, `$g` | a float type |
//! | `$e`, `$t` | an integer or float type |
//! | `$b` | `true` or `false` |
//! | `$@` | the op that is asked for |
//! | `$(m*2+1)` | the value of an expression over letters, from left to right |
//! | `$[a\|b]` | one of the alternatives, which may have holes |
//! | `$[1:a\|b]`, `$1` | the same, and the alternative taken there |
//!
//! A letter has the same value throughout one expansion.

use std::collections::BTreeMap;

use crate::Rng;

const INTEGERS: [&str; 4] = ["i8", "i16", "i32", "i64"];
const FLOATS: [&str; 4] = ["f16", "bf16", "f32", "f64"];
/// Small ones: relations between sizes matter, not the sizes.
const SIZES: [i64; 6] = [1, 2, 2, 3, 4, 5];

/// One expansion of a text.
struct Expansion<'a> {
    rng: &'a mut Rng,
    op: &'a str,
    letters: BTreeMap<char, String>,
}

/// Fills the holes of `text`.
///
/// # Errors
/// The error in the text.
pub(crate) fn expand(text: &str, op: &str, rng: &mut Rng) -> Result<String, String> {
    let mut out = String::new();
    Expansion { rng, op, letters: BTreeMap::new() }.fill(text, &mut out)?;
    Ok(out)
}

impl Expansion<'_> {
    fn fill(&mut self, text: &str, out: &mut String) -> Result<(), String> {
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let hole = rest.chars().next().ok_or("`$` at the end")?;
            match hole {
                '(' => {
                    let end = rest.find(')').ok_or("`$(` without `)`")?;
                    let value = self.sum(&rest[1..end])?;
                    out.push_str(&value.to_string());
                    rest = &rest[end + 1..];
                }
                '[' => {
                    let end = matching(rest).ok_or("`$[` without `]`")?;
                    let inside = &rest[1..end];
                    let (name, inside) = match inside.as_bytes() {
                        [digit @ b'0'..=b'9', b':', ..] => (Some(*digit as char), &inside[2..]),
                        _ => (None, inside),
                    };
                    let choices = alternatives(inside);
                    let taken = choices[self.rng.below(choices.len())];
                    let mut filled = String::new();
                    self.fill(taken, &mut filled)?;
                    out.push_str(&filled);
                    if let Some(name) = name {
                        self.letters.insert(name, filled);
                    }
                    rest = &rest[end + 1..];
                }
                '@' => {
                    out.push_str(self.op);
                    rest = &rest[1..];
                }
                letter => {
                    let value = self.letter(letter)?;
                    out.push_str(&value);
                    rest = &rest[letter.len_utf8()..];
                }
            }
        }
        out.push_str(rest);
        Ok(())
    }

    fn letter(&mut self, letter: char) -> Result<String, String> {
        if let Some(known) = self.letters.get(&letter) {
            return Ok(known.clone());
        }
        let value = match letter {
            'i' | 'j' => INTEGERS[self.rng.below(INTEGERS.len())].to_owned(),
            'f' | 'g' => FLOATS[self.rng.below(FLOATS.len())].to_owned(),
            'e' | 't' if self.rng.chance(1, 2) => INTEGERS[self.rng.below(INTEGERS.len())].to_owned(),
            'e' | 't' => FLOATS[self.rng.below(FLOATS.len())].to_owned(),
            'b' => self.rng.chance(1, 2).to_string(),
            'c' => self.rng.below(4).to_string(),
            'k'..='r' => SIZES[self.rng.below(SIZES.len())].to_string(),
            other => return Err(format!("`${other}` is no hole")),
        };
        self.letters.insert(letter, value.clone());
        Ok(value)
    }

    /// `m*2+1`: numbers and letters joined by `+`, `-` and `*`, from left to right.
    fn sum(&mut self, text: &str) -> Result<i64, String> {
        let (mut value, mut sign) = (0i64, '+');
        let mut at = 0;
        while at < text.len() {
            let end = text[at..].find(['+', '-', '*']).map_or(text.len(), |n| at + n);
            let term = text[at..end].trim();
            let number = match term.parse::<i64>() {
                Ok(number) => number,
                Err(_) => {
                    let mut chars = term.chars();
                    let (Some(letter), None) = (chars.next(), chars.next()) else {
                        return Err(format!("`{term}` is neither a number nor a letter"));
                    };
                    let value = self.letter(letter)?;
                    value.parse().map_err(|_| format!("`{letter}` is `{value}`, which is no number"))?
                }
            };
            value = match sign {
                '+' => value + number,
                '-' => value - number,
                _ => value * number,
            };
            sign = text[end..].chars().next().unwrap_or('+');
            at = end + 1;
        }
        Ok(value)
    }
}

/// Where the bracket closes that `text` starts with.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 1 => return Some(at),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Splits at the `|` that are in no inner bracket.
fn alternatives(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                found.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[from..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Result<String, String> {
        expand(text, "a.b", &mut Rng::new(3))
    }

    #[test]
    fn holes_are_filled_consistently() {
        let text = expanded("$m $m $(m*2-m) $@").expect("a template");
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(words[0], words[1]);
        assert_eq!(words[0], words[2]);
        assert_eq!(words[3], "a.b");
        assert_eq!(expanded("$(2*3+1)").as_deref(), Ok("7"));
    }

    #[test]
    fn alternatives_nest_and_have_names() {
        for seed in 0..20 {
            let text = expand("$[1:x[0|1]|y$[p|q]] $1", "", &mut Rng::new(seed)).expect("a template");
            let (left, right) = text.split_once(' ').expect("two words");
            assert_eq!(left, right);
            assert!(["x[0|1]", "yp", "yq"].contains(&left), "{left}");
        }
    }

    #[test]
    fn what_is_no_template_is_an_error() {
        for text in ["$", "$(m", "$[a", "$X", "$(mm)", "$(e)"] {
            assert!(expanded(text).is_err(), "{text}");
        }
    }
}
