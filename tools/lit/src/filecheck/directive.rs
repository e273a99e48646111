//! Finds the directives of a check file: `CHECK:`, `CHECK-NEXT:`, `CHECK-COUNT-3:`, `CHECK{LITERAL}:` and so on.

/// The kinds of directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `CHECK:`, and `CHECK-COUNT-N:` with a count.
    Plain,
    /// `CHECK-NEXT:`
    Next,
    /// `CHECK-SAME:`
    Same,
    /// `CHECK-NOT:`
    Not,
    /// `CHECK-DAG:`
    Dag,
    /// `CHECK-LABEL:`
    Label,
    /// `CHECK-EMPTY:`
    Empty,
    /// The end of the input, to which trailing `-NOT` and `-DAG` directives belong.
    Eof,
}

impl Kind {
    /// The suffix after the prefix, such as `-NEXT`.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Next => "-NEXT",
            Self::Same => "-SAME",
            Self::Not => "-NOT",
            Self::Dag => "-DAG",
            Self::Label => "-LABEL",
            Self::Empty => "-EMPTY",
            Self::Eof => "EOF",
        }
    }
}

/// The form of a directive, after its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A directive that is matched.
    Directive {
        /// Its kind.
        kind: Kind,
        /// The number of times that it has to match.
        count: u32,
        /// Whether the pattern is taken literally.
        literal: bool,
    },
    /// A comment directive.
    Comment,
    /// `-COUNT-` without a proper count.
    BadCount,
    /// `-NOT` together with another suffix.
    BadNot,
    /// `CHECK_NEXT:` and the like.
    Misspelled,
}

/// A directive found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The offset of the prefix.
    pub start: usize,
    /// The prefix.
    pub prefix: String,
    /// The form after the prefix.
    pub form: Form,
    /// The offset of the text after the colon.
    pub after: usize,
}

/// The prefixes to look for.
pub struct Finder {
    prefixes: Vec<String>,
    comments: Vec<String>,
}

impl Finder {
    /// Looks for these prefixes.
    pub fn new(prefixes: Vec<String>, comments: Vec<String>) -> Self {
        Self { prefixes, comments }
    }

    /// Finds the first directive at or after an offset.
    pub fn next(&self, text: &[u8], mut from: usize) -> Option<Found> {
        let all = || self.prefixes.iter().chain(&self.comments);
        // Each prefix remembers its next occurrence, so that the text is searched once per prefix.
        let mut pending: Vec<(usize, &String)> = all()
            .filter_map(|p| memchr::memmem::find(&text[from..], p.as_bytes()).map(|i| (from + i, p)))
            .collect();
        loop {
            // The first occurrence is used, and of several at the same offset the longest prefix.
            let &(start, prefix) = pending.iter().min_by_key(|(at, p)| (*at, usize::MAX - p.len()))?;
            if start == 0 || !is_word(text[start - 1]) {
                let is_comment = self.comments.contains(prefix);
                if let Some((form, after)) = classify(text, start + prefix.len(), is_comment) {
                    return Some(Found { start, prefix: prefix.clone(), form, after });
                }
            }
            let word_end = start + prefix.len();
            from = word_end + text[word_end..].iter().take_while(|b| is_word(**b)).count();
            pending.retain_mut(|(at, p)| {
                if *at >= from {
                    return true;
                }
                match memchr::memmem::find(&text[from..], p.as_bytes()) {
                    Some(i) => {
                        *at = from + i;
                        true
                    }
                    None => false,
                }
            });
        }
    }
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')
}

/// Reads the form after a prefix; `None` when it is no directive.
fn classify(text: &[u8], after_prefix: usize, is_comment: bool) -> Option<(Form, usize)> {
    let rest = &text[after_prefix..];
    if is_comment {
        return rest.starts_with(b":").then_some((Form::Comment, after_prefix + 1));
    }
    let directive = |at: usize, kind: Kind, count: u32| {
        let (literal, after) = modifiers(text, at)?;
        Some((Form::Directive { kind, count, literal }, after))
    };
    if let Some(found) = directive(after_prefix, Kind::Plain, 1) {
        return Some(found);
    }
    let misspelled = match rest.first() {
        Some(b'-') => false,
        Some(b'_') => true,
        _ => return None,
    };
    let suffix = &rest[1..];
    let suffix_at = after_prefix + 1;
    let found = if let Some(count) = suffix.strip_prefix(b"COUNT-") {
        let digits = count.iter().take_while(|b| b.is_ascii_digit()).count();
        let at = suffix_at + 6 + digits;
        let value = std::str::from_utf8(&count[..digits]).ok().and_then(|d| d.parse::<i32>().ok());
        match value {
            Some(n) if n > 0 && matches!(count.get(digits), Some(b':' | b'{')) => {
                directive(at, Kind::Plain, n.unsigned_abs())
            }
            _ => Some((Form::BadCount, at)),
        }
    } else if BAD_NOT.iter().any(|bad| suffix.starts_with(bad)) {
        Some((Form::BadNot, suffix_at))
    } else {
        let kinds = [Kind::Next, Kind::Same, Kind::Not, Kind::Dag, Kind::Label, Kind::Empty];
        kinds.into_iter().find_map(|kind| {
            let name = &kind.suffix().as_bytes()[1..];
            suffix.starts_with(name).then(|| directive(suffix_at + name.len(), kind, 1)).flatten()
        })
    };
    match found {
        Some((_, after)) if misspelled => Some((Form::Misspelled, after)),
        other => other,
    }
}

const BAD_NOT: [&[u8]; 8] = [
    b"DAG-NOT:",
    b"NOT-DAG:",
    b"NEXT-NOT:",
    b"NOT-NEXT:",
    b"SAME-NOT:",
    b"NOT-SAME:",
    b"EMPTY-NOT:",
    b"NOT-EMPTY:",
];

/// Reads `:` or `{LITERAL}:`, and says whether the pattern is literal and where the rest starts.
fn modifiers(text: &[u8], at: usize) -> Option<(bool, usize)> {
    let rest = &text[at..];
    if rest.starts_with(b":") {
        return Some((false, at + 1));
    }
    let rest = rest.strip_prefix(b"{")?;
    let end = rest.windows(2).position(|w| w == b"}:")?;
    let all_literal = rest[..end].split(|b| *b == b',').all(|m| m.trim_ascii() == b"LITERAL");
    all_literal.then_some((true, at + 1 + end + 2))
}
