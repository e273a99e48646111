//! The regular expressions of check files: POSIX extended syntax as LLVM's `FileCheck` reads it.
//!
//! The text becomes a small tree, which is then either printed in the syntax of `regex-automata` (linear time)
//! or, when it contains back-references, run by the bounded matcher in [`super::backtrack`].
//! Differences from Rust's syntax: a backslash only makes the next character literal (`\d` is the letter `d`), and is an ordinary
//! character inside of brackets; `.` and negated brackets never match a newline; there is no lazy repetition; and characters are bytes.

/// The deepest nesting of parentheses before a pattern is rejected.
pub const MAX_NESTING: usize = 200;
/// The largest count that a bound such as `{3,7}` may name.
const MAX_BOUND: u32 = 255;

/// A set of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    fn empty() -> Self {
        Self([0; 4])
    }

    /// Adds one byte.
    pub fn insert(&mut self, b: u8) {
        self.0[usize::from(b >> 6)] |= 1 << (b & 63);
    }

    /// Says whether the byte is a member.
    pub fn contains(&self, b: u8) -> bool {
        self.0[usize::from(b >> 6)] >> (b & 63) & 1 == 1
    }

    fn invert(&mut self) {
        for word in &mut self.0 {
            *word = !*word;
        }
        // A negated bracket never crosses a line.
        self.0[0] &= !(1 << b'\n');
    }
}

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// One byte.
    Byte(u8),
    /// Any byte but a newline.
    Any,
    /// One byte of a set.
    Set(ByteSet),
    /// The start of a line.
    LineStart,
    /// The end of a line.
    LineEnd,
    /// The start of a word.
    WordStart,
    /// The end of a word.
    WordEnd,
    /// One after the other.
    Cat(Vec<Node>),
    /// One of several.
    Alt(Vec<Node>),
    /// Between `min` and `max` times; no limit without `max`.
    Repeat {
        /// The repeated expression.
        node: Box<Node>,
        /// The minimum count.
        min: u32,
        /// The maximum count.
        max: Option<u32>,
    },
    /// A group with its number, counted from 1 over the whole pattern.
    Group(usize, Box<Node>),
    /// The text that the group with this number matched.
    Backref(usize),
}

impl Node {
    /// A tree that matches exactly these bytes.
    pub fn literal(text: &[u8]) -> Self {
        Self::Cat(text.iter().map(|&b| Self::Byte(b)).collect())
    }

    /// Says whether a back-reference occurs anywhere.
    pub fn has_backref(&self) -> bool {
        match self {
            Self::Backref(_) => true,
            Self::Cat(nodes) | Self::Alt(nodes) => nodes.iter().any(Self::has_backref),
            Self::Repeat { node, .. } | Self::Group(_, node) => node.has_backref(),
            _ => false,
        }
    }

    /// Prints the tree in the syntax of `regex-automata` (to be compiled without Unicode). Only the groups for
    /// which `keep` holds become capture groups, named `g` and their number.
    pub fn write_syntax(&self, out: &mut String, keep: &dyn Fn(usize) -> bool) {
        use std::fmt::Write;
        match self {
            Self::Byte(b) => write!(out, "\\x{b:02x}").expect("a String takes any text"),
            Self::Any => out.push_str("[^\\n]"),
            Self::Set(set) => write_set(set, out),
            Self::LineStart => out.push_str("(?m:^)"),
            Self::LineEnd => out.push_str("(?m:$)"),
            Self::WordStart => out.push_str("\\b{start}"),
            Self::WordEnd => out.push_str("\\b{end}"),
            Self::Cat(nodes) => nodes.iter().for_each(|n| n.write_syntax(out, keep)),
            Self::Alt(nodes) => {
                out.push_str("(?:");
                for (i, n) in nodes.iter().enumerate() {
                    if i > 0 {
                        out.push('|');
                    }
                    n.write_syntax(out, keep);
                }
                out.push(')');
            }
            Self::Repeat { node, min, max } => {
                out.push_str("(?:");
                node.write_syntax(out, keep);
                out.push(')');
                match (min, max) {
                    (0, None) => out.push('*'),
                    (1, None) => out.push('+'),
                    (0, Some(1)) => out.push('?'),
                    (min, None) => write!(out, "{{{min},}}").expect("a String takes any text"),
                    (min, Some(max)) => write!(out, "{{{min},{max}}}").expect("a String takes any text"),
                }
            }
            Self::Group(n, node) => {
                if keep(*n) {
                    write!(out, "(?P<g{n}>").expect("a String takes any text");
                } else {
                    out.push_str("(?:");
                }
                node.write_syntax(out, keep);
                out.push(')');
            }
            // The linear engine has no back-references; the caller uses the other matcher for these trees.
            Self::Backref(_) => out.push_str("[^\\x00-\\xff]"),
        }
    }
}

fn write_set(set: &ByteSet, out: &mut String) {
    use std::fmt::Write;
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for b in 0..=255u8 {
        if set.contains(b) {
            match ranges.last_mut() {
                Some((_, end)) if end.checked_add(1) == Some(b) => *end = b,
                _ => ranges.push((b, b)),
            }
        }
    }
    if ranges.is_empty() {
        out.push_str("[^\\x00-\\xff]");
        return;
    }
    out.push('[');
    for (start, end) in ranges {
        write!(out, "\\x{start:02x}-\\x{end:02x}").expect("a String takes any text");
    }
    out.push(']');
}

/// Reads one regular expression. `next_group` is the number of the next group and grows with each group read.
///
/// # Errors
/// Returns the POSIX message for the mistake, such as `parentheses not balanced`.
pub fn parse(text: &[u8], next_group: &mut usize) -> Result<Node, &'static str> {
    if text.is_empty() {
        return Err("empty (sub)expression");
    }
    let first_group = *next_group;
    let mut parser = Parser { text, at: 0, next_group, first_group, depth: 0 };
    let node = parser.alternatives()?;
    if parser.peek().is_some() {
        return Err("parentheses not balanced");
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    next_group: &'a mut usize,
    /// The number of the first group of this expression.
    first_group: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn peek_second(&self) -> Option<u8> {
        self.text.get(self.at + 1).copied()
    }

    fn eat(&mut self, b: u8) -> bool {
        let found = self.peek() == Some(b);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self) -> Result<Node, &'static str> {
        let mut branches = Vec::new();
        loop {
            let mut items = Vec::new();
            while let Some(b) = self.peek()
                && b != b'|'
                && b != b')'
            {
                items.push(self.repeated()?);
            }
            if items.is_empty() {
                return Err(if self.peek() == Some(b')') && self.depth == 0 {
                    "parentheses not balanced"
                } else {
                    "empty (sub)expression"
                });
            }
            branches.push(if items.len() == 1 { items.swap_remove(0) } else { Node::Cat(items) });
            if !self.eat(b'|') {
                break;
            }
        }
        Ok(if branches.len() == 1 { branches.swap_remove(0) } else { Node::Alt(branches) })
    }

    fn starts_repetition(&self) -> bool {
        match self.peek() {
            Some(b'*' | b'+' | b'?') => true,
            Some(b'{') => self.peek_second().is_some_and(|b| b.is_ascii_digit()),
            _ => false,
        }
    }

    fn repeated(&mut self) -> Result<Node, &'static str> {
        const MISPLACED: &str = "repetition-operator operand invalid";
        if self.starts_repetition() {
            return Err(MISPLACED);
        }
        let node = self.atom()?;
        if !self.starts_repetition() {
            return Ok(node);
        }
        if node == Node::LineStart {
            return Err(MISPLACED);
        }
        let (min, max) = match self.text[self.at] {
            b'*' => (0, None),
            b'+' => (1, None),
            b'?' => (0, Some(1)),
            _ => self.bound()?,
        };
        self.at += 1;
        if self.starts_repetition() {
            return Err(MISPLACED);
        }
        Ok(Node::Repeat { node: Box::new(node), min, max })
    }

    /// Reads `{n`, `{n,` or `{n,m` and leaves the closing brace to the caller.
    fn bound(&mut self) -> Result<(u32, Option<u32>), &'static str> {
        const INVALID: &str = "invalid repetition count(s)";
        self.at += 1;
        let min = self.count()?;
        let max = if self.eat(b',') {
            if self.peek().is_some_and(|b| b.is_ascii_digit()) { Some(self.count()?) } else { None }
        } else {
            Some(min)
        };
        if max.is_some_and(|max| max < min) {
            return Err(INVALID);
        }
        match self.peek() {
            Some(b'}') => Ok((min, max)),
            _ if self.text[self.at..].contains(&b'}') => Err(INVALID),
            _ => Err("braces not balanced"),
        }
    }

    fn count(&mut self) -> Result<u32, &'static str> {
        let mut value = 0u32;
        while let Some(b) = self.peek()
            && b.is_ascii_digit()
        {
            value = value * 10 + u32::from(b - b'0');
            if value > MAX_BOUND {
                return Err("invalid repetition count(s)");
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn atom(&mut self) -> Result<Node, &'static str> {
        let b = self.text[self.at];
        self.at += 1;
        Ok(match b {
            b'(' => return self.group(),
            b'^' => Node::LineStart,
            b'$' => Node::LineEnd,
            b'.' => Node::Any,
            b'[' => return self.bracket(),
            b'\\' => match self.peek() {
                None => return Err("trailing backslash (\\)"),
                Some(digit @ b'1'..=b'9') => {
                    self.at += 1;
                    // The number must refer to a group of this expression; it is counted over the whole pattern.
                    let number = usize::from(digit - b'0');
                    if self.first_group + number > *self.next_group {
                        return Err("invalid backreference number");
                    }
                    Node::Backref(number)
                }
                Some(other) => {
                    self.at += 1;
                    Node::Byte(other)
                }
            },
            other => Node::Byte(other),
        })
    }

    fn group(&mut self) -> Result<Node, &'static str> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("parentheses nested too deeply");
        }
        let number = *self.next_group;
        *self.next_group += 1;
        let inner = match self.peek() {
            None => return Err("parentheses not balanced"),
            Some(b')') => Node::Cat(Vec::new()),
            Some(_) => self.alternatives()?,
        };
        if !self.eat(b')') {
            return Err("parentheses not balanced");
        }
        self.depth -= 1;
        Ok(Node::Group(number, Box::new(inner)))
    }

    fn bracket(&mut self) -> Result<Node, &'static str> {
        let rest = &self.text[self.at..];
        for (text, node) in [(&b"[:<:]]"[..], Node::WordStart), (&b"[:>:]]"[..], Node::WordEnd)] {
            if rest.starts_with(text) {
                self.at += text.len();
                return Ok(node);
            }
        }
        let mut set = ByteSet::empty();
        let inverted = self.eat(b'^');
        // A closing bracket or a dash in the first position is literal.
        if self.eat(b']') {
            set.insert(b']');
        } else if self.eat(b'-') {
            set.insert(b'-');
        }
        loop {
            match self.peek() {
                None => return Err("brackets ([ ]) not balanced"),
                Some(b']') => break,
                Some(b'-') if self.peek_second() == Some(b']') => {
                    set.insert(b'-');
                    self.at += 1;
                }
                Some(b'-') => return Err("invalid character range"),
                Some(b'[') if self.peek_second() == Some(b':') => {
                    self.at += 2;
                    let name = self.until(b":]", "invalid character class")?;
                    let class = class_of(name).ok_or("invalid character class")?;
                    (0..=255u8).filter(class).for_each(|b| set.insert(b));
                }
                Some(b'[') if self.peek_second() == Some(b'=') => {
                    self.at += 2;
                    match self.until(b"=]", "invalid collating element")? {
                        [one] => set.insert(*one),
                        _ => return Err("invalid collating element"),
                    }
                }
                Some(_) => {
                    let start = self.range_end()?;
                    let end = if self.peek() == Some(b'-') && self.peek_second() != Some(b']') {
                        self.at += 1;
                        if self.eat(b'-') { b'-' } else { self.range_end()? }
                    } else {
                        start
                    };
                    if end < start {
                        return Err("invalid character range");
                    }
                    (start..=end).for_each(|b| set.insert(b));
                }
            }
        }
        self.at += 1;
        if inverted {
            set.invert();
        }
        Ok(Node::Set(set))
    }

    /// Reads one end of a range: a byte or `[.x.]`.
    fn range_end(&mut self) -> Result<u8, &'static str> {
        let Some(b) = self.peek() else { return Err("brackets ([ ]) not balanced") };
        if b == b'[' && self.peek_second() == Some(b'.') {
            self.at += 2;
            return match self.until(b".]", "invalid collating element")? {
                [one] => Ok(*one),
                _ => Err("invalid collating element"),
            };
        }
        self.at += 1;
        Ok(b)
    }

    fn until(&mut self, end: &[u8; 2], error: &'static str) -> Result<&[u8], &'static str> {
        let rest = &self.text[self.at..];
        let length = rest.windows(2).position(|w| w == end).ok_or(error)?;
        self.at += length + 2;
        Ok(&rest[..length])
    }
}

fn class_of(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |b| matches!(b, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |b| matches!(b, b' '..=b'~'),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |b| matches!(b, b' ' | b'\t'..=b'\r'),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}
