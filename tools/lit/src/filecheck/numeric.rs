//! Numeric values of check files: formats such as `%x`, and expressions such as `N+1` or `mul(N, 2)`.

use std::collections::HashMap;

/// The deepest nesting of parentheses and calls in an expression.
const MAX_NESTING: usize = 100;
/// The largest precision: more digits than any value has.
const MAX_PRECISION: u32 = 1000;

/// The notation of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `%u`
    Unsigned,
    /// `%d`
    Signed,
    /// `%x`
    HexLower,
    /// `%X`
    HexUpper,
}

/// A matching format: notation, minimum number of digits, and whether `0x` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The notation.
    pub notation: Notation,
    /// The minimum number of digits.
    pub precision: u32,
    /// Whether hexadecimal values carry `0x`.
    pub alternate: bool,
}

impl Format {
    /// The format without any specification.
    pub const DEFAULT: Self = Self { notation: Notation::Unsigned, precision: 0, alternate: false };

    /// The regular expression that matches any value of the format.
    pub fn wildcard(&self) -> String {
        let prefix = if self.alternate { "0x" } else { "" };
        let (sign, first, digit) = match self.notation {
            Notation::Unsigned => ("", "1-9", "0-9"),
            Notation::Signed => ("-?", "1-9", "0-9"),
            Notation::HexLower => ("", "1-9a-f", "0-9a-f"),
            Notation::HexUpper => ("", "1-9A-F", "0-9A-F"),
        };
        if self.precision == 0 {
            return format!("{sign}{prefix}[{digit}]+");
        }
        // Repetition counts are limited in regular expressions, so a large precision is a product of two.
        let exact = |n: u32| if n == 0 { String::new() } else { format!("[{digit}]{{{n}}}") };
        let (blocks, rest) = (self.precision / 200, self.precision % 200);
        let digits = exact(200).repeat(blocks as usize) + &exact(rest);
        format!("{sign}{prefix}([{first}][{digit}]*)?{digits}")
    }

    /// The text of a value, or `None` when the format cannot write it.
    pub fn write(&self, value: i128) -> Option<String> {
        if value < 0 && self.notation != Notation::Signed {
            return None;
        }
        let digits = match self.notation {
            Notation::Unsigned | Notation::Signed => value.unsigned_abs().to_string(),
            Notation::HexLower => format!("{value:x}"),
            Notation::HexUpper => format!("{value:X}"),
        };
        let sign = if value < 0 { "-" } else { "" };
        let prefix = if self.alternate { "0x" } else { "" };
        let width = self.precision as usize;
        Some(format!("{sign}{prefix}{digits:0>width$}"))
    }

    /// The value of a matched text, or `None` when it does not fit.
    pub fn read(&self, text: &str) -> Option<i128> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let digits = if self.alternate { digits.strip_prefix("0x")? } else { digits };
        let radix = match self.notation {
            Notation::Unsigned | Notation::Signed => 10,
            Notation::HexLower | Notation::HexUpper => 16,
        };
        let value = i128::from_str_radix(digits, radix).ok()?;
        Some(if negative { -value } else { value })
    }

    fn spelled(&self) -> &'static str {
        match self.notation {
            Notation::Unsigned => "%u",
            Notation::Signed => "%d",
            Notation::HexLower => "%x",
            Notation::HexUpper => "%X",
        }
    }
}

/// A mistake in a text at a byte offset of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The offset from the start of the parsed text.
    pub offset: usize,
    /// The message.
    pub message: String,
}

fn mistake<T>(offset: usize, message: impl Into<String>) -> Result<T, Mistake> {
    Err(Mistake { offset, message: message.into() })
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A literal.
    Value(i128),
    /// A numeric variable.
    Variable(String),
    /// A binary operation.
    Binary(Op, Box<Expr>, Box<Expr>),
}

/// The binary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

/// The reason why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// These variables have no value.
    Undefined(Vec<String>),
    /// The value does not fit.
    Overflow,
    /// A division by zero.
    DivisionByZero,
}

impl Expr {
    /// Computes the value.
    ///
    /// # Errors
    /// Fails on undefined variables, overflow and division by zero.
    pub fn eval(&self, variables: &HashMap<String, i128>) -> Result<i128, EvalError> {
        match self {
            Self::Value(v) => Ok(*v),
            Self::Variable(name) => {
                variables.get(name).copied().ok_or_else(|| EvalError::Undefined(vec![name.clone()]))
            }
            Self::Binary(op, left, right) => {
                let (left, right) = match (left.eval(variables), right.eval(variables)) {
                    (Ok(left), Ok(right)) => (left, right),
                    (Err(EvalError::Undefined(mut names)), Err(EvalError::Undefined(more))) => {
                        names.extend(more);
                        return Err(EvalError::Undefined(names));
                    }
                    (Err(e), _) | (_, Err(e)) => return Err(e),
                };
                let value = match op {
                    Op::Add => left.checked_add(right),
                    Op::Sub => left.checked_sub(right),
                    Op::Mul => left.checked_mul(right),
                    Op::Div if right == 0 => return Err(EvalError::DivisionByZero),
                    Op::Div => left.checked_div(right),
                    Op::Min => Some(left.min(right)),
                    Op::Max => Some(left.max(right)),
                };
                value.ok_or(EvalError::Overflow)
            }
        }
    }
}

/// The names that a numeric block may refer to while it is parsed.
pub struct Scope<'a> {
    /// The formats of the numeric variables defined so far.
    pub formats: &'a HashMap<String, Format>,
    /// The numeric variables defined in the same directive, which may not be used there.
    pub same_directive: &'a dyn Fn(&str) -> bool,
    /// Says whether a string variable has the name.
    pub is_string: &'a dyn Fn(&str) -> bool,
    /// The line of the directive; `None` on the command line.
    pub line: Option<usize>,
}

/// The contents of a block between `[[#` and `]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The variable that is defined.
    pub define: Option<String>,
    /// The expression to match.
    pub expr: Option<Expr>,
    /// The format, given or derived.
    pub format: Format,
}

/// Reads a numeric block. With `legacy`, only `@LINE` with an optional offset is allowed.
///
/// # Errors
/// Returns the first mistake.
pub fn parse_block(text: &str, legacy: bool, scope: &Scope<'_>) -> Result<Block, Mistake> {
    let mut at = 0;
    let mut explicit = None;
    let mut precision = 0;
    if let Some(comma) = text.find(',')
        && comma < text.find('(').unwrap_or(usize::MAX)
    {
        (explicit, precision) = parse_format(&text[..comma])?;
        at = comma + 1;
    }
    let mut definition = None;
    if let Some(colon) = text[at..].find(':') {
        definition = Some((at, &text[at..at + colon]));
        at += colon + 1;
    }
    let mut reader = Reader { text, at, scope, depth: 0 };
    reader.skip_blanks();
    let constrained = reader.rest().starts_with("==");
    if constrained {
        reader.at += 2;
        reader.skip_blanks();
    }
    let mut expr = None;
    let mut implicit = Ok(None);
    if reader.rest().is_empty() {
        if constrained {
            return mistake(reader.at, "empty numeric expression should not have a constraint");
        }
        if legacy {
            return mistake(reader.at, "unexpected empty expression");
        }
    } else {
        let parsed = if legacy { reader.legacy_line()? } else { reader.sum()? };
        reader.skip_blanks();
        if !reader.rest().is_empty() {
            let message = if legacy {
                format!("unexpected characters at end of expression '{}'", reader.rest())
            } else {
                format!("unsupported operation '{}'", reader.rest().chars().next().unwrap_or(' '))
            };
            return mistake(reader.at, message);
        }
        implicit = implicit_format(&parsed, scope.formats);
        expr = Some(parsed);
    }
    let format = match (explicit, implicit) {
        (Some(format), _) => format,
        // A precision without a conversion applies to unsigned values.
        (None, Ok(implicit)) => implicit.unwrap_or(Format { precision, ..Format::DEFAULT }),
        (None, Err(message)) => return mistake(0, message),
    };
    let define = match definition {
        Some((offset, name)) => Some(parse_definition(name, offset, scope)?),
        None => None,
    };
    Ok(Block { define, expr, format })
}

fn parse_format(text: &str) -> Result<(Option<Format>, u32), Mistake> {
    const INVALID: &str = "invalid matching format specification in expression";
    let lead = text.len() - text.trim_start_matches([' ', '\t']).len();
    let Some(rest) = text.trim_matches([' ', '\t']).strip_prefix('%') else { return mistake(lead, INVALID) };
    let (alternate, rest) = match rest.strip_prefix('#') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (precision, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            match rest[..digits].parse::<u32>() {
                Ok(precision) if precision <= MAX_PRECISION => (precision, &rest[digits..]),
                _ => return mistake(lead + 1, "invalid precision in format specifier"),
            }
        }
        None => (0, rest),
    };
    let notation = match rest.chars().next() {
        None => None,
        Some('u') => Some(Notation::Unsigned),
        Some('d') => Some(Notation::Signed),
        Some('x') => Some(Notation::HexLower),
        Some('X') => Some(Notation::HexUpper),
        Some(_) => return mistake(lead + 1, "invalid format specifier in expression"),
    };
    if alternate && !matches!(notation, Some(Notation::HexLower | Notation::HexUpper)) {
        return mistake(lead + 1, "alternate form only supported for hex values");
    }
    if !rest.get(1..).unwrap_or("").trim_start().is_empty() {
        return mistake(lead, INVALID);
    }
    Ok((notation.map(|notation| Format { notation, precision, alternate }), precision))
}

fn parse_definition(text: &str, offset: usize, scope: &Scope<'_>) -> Result<String, Mistake> {
    let trimmed = text.trim_start_matches([' ', '\t']);
    let offset = offset + text.len() - trimmed.len();
    if trimmed.starts_with('@') {
        return mistake(offset, "definition of pseudo numeric variable unsupported");
    }
    let length = name_length(trimmed);
    if length == 0 {
        return mistake(
            offset,
            if trimmed.is_empty() { "empty variable name" } else { "invalid variable name" },
        );
    }
    let name = &trimmed[..length];
    if (scope.is_string)(name) {
        return mistake(offset, format!("string variable with name '{name}' already exists"));
    }
    if !trimmed[length..].trim_matches([' ', '\t']).is_empty() {
        return mistake(offset + length, "unexpected characters after numeric variable name");
    }
    Ok(name.to_string())
}

/// The length of the variable name at the start of a text, with a leading `$`; 0 when there is none.
pub fn name_length(text: &str) -> usize {
    let sigil = usize::from(text.starts_with('$'));
    let rest = &text.as_bytes()[sigil..];
    if !rest.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_') {
        return 0;
    }
    sigil + rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
}

fn implicit_format(expr: &Expr, formats: &HashMap<String, Format>) -> Result<Option<Format>, String> {
    match expr {
        Expr::Value(_) => Ok(None),
        Expr::Variable(name) => Ok(formats.get(name).copied()),
        Expr::Binary(_, left, right) => {
            let (l, r) = (implicit_format(left, formats)?, implicit_format(right, formats)?);
            match (l, r) {
                (Some(a), Some(b)) if a != b => Err(format!(
                    "implicit format conflict between '{}' ({}) and '{}' ({}), need an explicit format specifier",
                    spelled(left),
                    a.spelled(),
                    spelled(right),
                    b.spelled()
                )),
                (l, r) => Ok(l.or(r)),
            }
        }
    }
}

fn spelled(expr: &Expr) -> String {
    match expr {
        Expr::Value(v) => v.to_string(),
        Expr::Variable(name) => name.clone(),
        Expr::Binary(op, l, r) => {
            let sign = if *op == Op::Add { "+" } else { "-" };
            match op {
                Op::Add | Op::Sub => format!("{}{sign}{}", spelled(l), spelled(r)),
                _ => format!("{}({}, {})", format!("{op:?}").to_lowercase(), spelled(l), spelled(r)),
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    scope: &'a Scope<'a>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
    }

    fn sum(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.operand()?;
        loop {
            self.skip_blanks();
            let op = match self.rest().as_bytes().first() {
                Some(b'+') => Op::Add,
                Some(b'-') => Op::Sub,
                _ => return Ok(left),
            };
            self.at += 1;
            self.skip_blanks();
            if self.rest().is_empty() {
                return mistake(self.at, "missing operand in expression");
            }
            left = Expr::Binary(op, Box::new(left), Box::new(self.operand()?));
        }
    }

    fn legacy_line(&mut self) -> Result<Expr, Mistake> {
        let line = self.operand()?;
        self.skip_blanks();
        let op = match self.rest().as_bytes().first() {
            None => return Ok(line),
            Some(b'+') => Op::Add,
            Some(b'-') => Op::Sub,
            Some(_) => {
                let operation = self.rest().chars().next().unwrap_or(' ');
                return mistake(self.at, format!("unsupported operation '{operation}'"));
            }
        };
        self.at += 1;
        self.skip_blanks();
        let digits = self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if self.rest().is_empty() {
            return mistake(self.at, "missing operand in expression");
        }
        let Ok(offset) = self.rest()[..digits].parse::<i128>() else {
            return mistake(self.at, "invalid operand format");
        };
        self.at += digits;
        Ok(Expr::Binary(op, Box::new(line), Box::new(Expr::Value(offset))))
    }

    fn operand(&mut self) -> Result<Expr, Mistake> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return mistake(self.at, "expression nested too deeply");
        }
        let result = self.operand_inner();
        self.depth -= 1;
        result
    }

    fn operand_inner(&mut self) -> Result<Expr, Mistake> {
        let rest = self.rest();
        if rest.starts_with('(') {
            self.at += 1;
            self.skip_blanks();
            if self.rest().is_empty() {
                return mistake(self.at, "missing operand in expression");
            }
            let inner = self.sum()?;
            self.skip_blanks();
            if !self.rest().starts_with(')') {
                return mistake(self.at, "missing ')' at end of nested expression");
            }
            self.at += 1;
            return Ok(inner);
        }
        if let Some(pseudo) = rest.strip_prefix('@') {
            let length = 1 + name_length(pseudo);
            if &rest[..length] != "@LINE" {
                return mistake(self.at, format!("invalid pseudo numeric variable '{}'", &rest[..length]));
            }
            let Some(line) = self.scope.line else {
                return mistake(self.at, "unexpected pseudo numeric variable '@LINE'");
            };
            self.at += length;
            return Ok(Expr::Value(line as i128));
        }
        let length = name_length(rest);
        if length > 0 {
            let name = &rest[..length];
            if rest[length..].trim_start_matches([' ', '\t']).starts_with('(') {
                return self.call(name);
            }
            if (self.scope.same_directive)(name) {
                return mistake(
                    self.at,
                    format!("numeric variable '{name}' defined earlier in the same CHECK directive"),
                );
            }
            self.at += length;
            return Ok(Expr::Variable(name.to_string()));
        }
        self.literal()
    }

    fn call(&mut self, name: &str) -> Result<Expr, Mistake> {
        let start = self.at;
        let op = match name {
            "add" => Op::Add,
            "sub" => Op::Sub,
            "mul" => Op::Mul,
            "div" => Op::Div,
            "min" => Op::Min,
            "max" => Op::Max,
            _ => return mistake(start, format!("call to undefined function '{name}'")),
        };
        self.at += name.len();
        self.skip_blanks();
        self.at += 1;
        self.skip_blanks();
        let mut arguments = Vec::new();
        while !self.rest().is_empty() && !self.rest().starts_with(')') {
            if self.rest().starts_with(',') {
                return mistake(self.at, "missing argument");
            }
            arguments.push(self.sum()?);
            self.skip_blanks();
            if self.rest().starts_with(')') {
                break;
            }
            if !self.rest().starts_with(',') {
                break;
            }
            self.at += 1;
            self.skip_blanks();
            if self.rest().starts_with(')') {
                return mistake(self.at, "missing argument");
            }
        }
        if !self.rest().starts_with(')') {
            return mistake(self.at, "missing ')' at end of call expression");
        }
        self.at += 1;
        let n = arguments.len();
        let (Some(right), Some(left), true) = (arguments.pop(), arguments.pop(), n == 2) else {
            return mistake(start, format!("function '{name}' takes 2 arguments but {n} given"));
        };
        Ok(Expr::Binary(op, Box::new(left), Box::new(right)))
    }

    fn literal(&mut self) -> Result<Expr, Mistake> {
        let rest = self.rest();
        let (negative, digits) = match rest.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, rest),
        };
        let lower = digits.get(..2).unwrap_or("").to_ascii_lowercase();
        let (radix, skip) = match lower.as_str() {
            "0x" => (16, 2),
            "0b" => (2, 2),
            "0o" => (8, 2),
            _ if digits.len() > 1 && lower.starts_with('0') && digits.as_bytes()[1].is_ascii_digit() => {
                (8, 1)
            }
            _ => (10, 0),
        };
        let body = &digits[skip..];
        let length = body.bytes().take_while(|b| char::from(*b).is_digit(radix)).count();
        let Ok(value) = i128::from_str_radix(&body[..length], radix) else {
            return mistake(self.at, format!("invalid operand format '{rest}'"));
        };
        self.at += usize::from(negative) + skip + length;
        Ok(Expr::Value(if negative { -value } else { value }))
    }
}
