//! Parses PTX to statements: a predicate, a name, and operands.

/// An operand, as parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Arg {
    /// `$3`: an operand of the inline assembly op.
    Operand(usize),
    /// `p`, `%r1`: a register declared in the text.
    Name(String),
    Number(i64),
    /// `_`: a discarded result.
    Nothing,
    /// `[a]`, `[a, {x, y}]`.
    Address(Vec<Arg>),
    /// `{a, b}`.
    List(Vec<Arg>),
    /// `a|p`.
    Pair(Box<Arg>, Box<Arg>),
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// The register of the predicate, and whether it is negated.
    pub predicate: Option<(Arg, bool)>,
    /// The parts of the name between its dots.
    pub name: Vec<String>,
    pub args: Vec<Arg>,
}

impl Statement {
    /// Whether the name has this part.
    pub fn has(&self, part: &str) -> bool {
        self.name.iter().any(|n| n == part)
    }
    /// Whether the name begins with these parts.
    pub fn is(&self, start: &str) -> bool {
        let mut parts = start.split('.');
        let mut own = self.name.iter();
        parts.all(|p| own.next().is_some_and(|n| n == p))
    }
}

/// Parses the statements of a text; `None` if the syntax is not supported. Labels and declarations are skipped.
pub(super) fn statements(text: &str) -> Option<Vec<Statement>> {
    let mut out = Vec::new();
    // LLVM replaces this by a unique number.
    let text = &text.replace("${:uid}", "_");
    for part in split(text, ';') {
        let mut part = part.trim();
        loop {
            // Outer braces only scope names; a label precedes its statement.
            let label = part.split_once(':').filter(|(l, rest)| {
                !rest.starts_with(':')
                    && l.chars().all(|c| c.is_alphanumeric() || "_$%{}".contains(c))
                    && !l.starts_with("{$")
            });
            let inner = part.strip_prefix('{').filter(|_| !part.starts_with("{$")).or(part.strip_prefix('}'));
            match (label, inner) {
                (Some((_, rest)), _) => part = rest.trim(),
                (None, Some(rest)) => part = rest.trim(),
                (None, None) => break,
            }
        }
        let part = part.trim_end_matches('}').trim_end();
        let part = if part.matches('{').count() > part.matches('}').count() {
            format!("{part}}}")
        } else {
            part.to_owned()
        };
        if part.is_empty() || part.starts_with(".reg") {
            continue;
        }
        out.push(statement(&part)?);
    }
    Some(out)
}

fn statement(text: &str) -> Option<Statement> {
    let mut rest = text.trim();
    let mut predicate = None;
    if let Some(after) = rest.strip_prefix('@') {
        let (name, tail) = after.split_once(char::is_whitespace)?;
        let (name, not) = name.strip_prefix('!').map_or((name, false), |n| (n, true));
        predicate = Some((arg(name)?, not));
        rest = tail.trim();
    }
    let (name, args) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = name.split('.').map(str::to_owned).collect();
    let args = split(args, ',')
        .iter()
        .map(|a| a.trim())
        .filter(|a| !a.is_empty())
        .map(arg)
        .collect::<Option<_>>()?;
    Some(Statement { predicate, name, args })
}

/// Splits at separators outside of brackets.
fn split(text: &str, by: char) -> Vec<&str> {
    let (mut out, mut depth, mut start) = (Vec::new(), 0, 0);
    for (i, c) in text.char_indices() {
        match c {
            // Braces around statements do not count.
            '[' | '{' if by == ',' => depth += 1,
            ']' | '}' if by == ',' => depth -= 1,
            _ if c == by && depth == 0 => {
                out.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    out.push(&text[start..]);
    out
}

fn arg(text: &str) -> Option<Arg> {
    let text = text.trim();
    let list = |inner: &str| split(inner, ',').into_iter().map(arg).collect::<Option<Vec<_>>>();
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        return Some(Arg::Address(list(inner)?));
    }
    if let Some(inner) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
        return Some(Arg::List(list(inner)?));
    }
    if let Some((a, p)) = text.split_once('|') {
        return Some(Arg::Pair(Box::new(arg(a)?), Box::new(arg(p)?)));
    }
    if text == "_" {
        return Some(Arg::Nothing);
    }
    if let Some(n) = text.strip_prefix('$') {
        let n = n.trim_start_matches('{').trim_end_matches('}');
        return n.parse().ok().map(Arg::Operand);
    }
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |t| (t, 16));
    if let Ok(n) = i64::from_str_radix(digits, radix) {
        return Some(Arg::Number(n));
    }
    let word = text.chars().all(|c| c.is_alphanumeric() || "_%".contains(c));
    (word && !text.is_empty()).then(|| Arg::Name(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_with_predicates_and_lists() {
        let s = statements("@$2 mbarrier.init.b64 [$0], $1;").unwrap();
        assert_eq!(s.len(), 1);
        assert_eq!(s[0].predicate, Some((Arg::Operand(2), false)));
        assert!(s[0].is("mbarrier.init") && s[0].has("b64"));
        assert_eq!(s[0].args, [Arg::Address(vec![Arg::Operand(0)]), Arg::Operand(1)]);
        let s = statements("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];").unwrap();
        let Arg::Address(map) = &s[0].args[1] else { panic!() };
        assert_eq!(map[1], Arg::List(vec![Arg::Operand(2), Arg::Operand(3)]));
        assert!(s[0].has("shared::cluster"));
    }

    #[test]
    fn blocks_with_registers_and_labels() {
        let text = "{\n\t.reg .pred P1; \n\tLAB_WAIT: \n\tmbarrier.try_wait.parity.b64 P1, [$0], $1, $2; \n\t@P1 bra.uni DONE; \n\tbra.uni LAB_WAIT; \n\tDONE: \n\t}";
        let s = statements(text).unwrap();
        assert_eq!(s.iter().map(|s| s.name[0].as_str()).collect::<Vec<_>>(), ["mbarrier", "bra", "bra"]);
        let text = "{ .reg .pred p; setp.ne.b32 p, $4, 0; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1}, $2, $3, p, 1, 1, 0, 1; }";
        let s = statements(text).unwrap();
        assert_eq!(s.len(), 2);
        assert_eq!(s[1].args[0], Arg::List(vec![Arg::Operand(0), Arg::Operand(1)]));
        assert_eq!(s[1].args[3], Arg::Name("p".into()));
        let s = statements("elect.sync _|P, 0xffffffff;").unwrap();
        assert_eq!(s[0].args[0], Arg::Pair(Box::new(Arg::Nothing), Box::new(Arg::Name("P".into()))));
        assert!(statements("what? is this").is_none());
    }
}
