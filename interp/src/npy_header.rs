//! The header of a `.npy` file: a Python dictionary with three entries, and nothing else.
//!
//! Readers that look for a key somewhere in the text disagree about headers that have it twice, or behind a NUL; those are refused.

/// The entries of a header.
pub(crate) struct Fields<'t> {
    /// The type of the elements.
    pub descr: &'t str,
    /// Whether the first index is the fastest one.
    pub fortran_order: bool,
    /// Sizes.
    pub shape: Vec<usize>,
}

const MALFORMED: &str = "the header is malformed";

/// Reads the text of a header.
pub(crate) fn fields(text: &str) -> Result<Fields<'_>, String> {
    if text.contains('\0') {
        return Err("the header has a NUL".into());
    }
    let mut at = Cursor { rest: text };
    let (mut descr, mut fortran_order, mut shape) = (None, None, None);
    at.expect("{")?;
    while !at.eat("}") {
        let key = at.string()?;
        at.expect(":")?;
        let again = match key {
            "descr" => descr.replace(at.descr()?).is_some(),
            "fortran_order" => fortran_order.replace(at.boolean()?).is_some(),
            "shape" => shape.replace(at.sizes()?).is_some(),
            _ => return Err(format!("the header has an unknown key {key:?}")),
        };
        if again {
            return Err(format!("the header has '{key}' twice"));
        }
        if !at.eat(",") {
            at.expect("}")?;
            break;
        }
    }
    if !at.rest.trim_start().is_empty() {
        return Err(MALFORMED.into());
    }
    let missing = |key: &str| format!("the header has no '{key}'");
    Ok(Fields {
        descr: descr.ok_or_else(|| missing("descr"))?,
        fortran_order: fortran_order.ok_or_else(|| missing("fortran_order"))?,
        shape: shape.ok_or_else(|| missing("shape"))?,
    })
}

/// The text that is left.
struct Cursor<'t> {
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        rest.map(|rest| self.rest = rest).is_some()
    }
    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(MALFORMED.into()) }
    }
    /// A string without escapes, which no key and no type has.
    fn string(&mut self) -> Result<&'t str, String> {
        let quote = if self.eat("\"") { '"' } else { '\'' };
        if quote == '\'' {
            self.expect("'")?;
        }
        let (text, rest) = self.rest.split_once(quote).ok_or(MALFORMED)?;
        self.rest = rest;
        if text.contains('\\') { Err(MALFORMED.into()) } else { Ok(text) }
    }
    fn descr(&mut self) -> Result<&'t str, String> {
        match self.rest.trim_start().starts_with(['[', '(']) {
            true => Err("structured types are not read".into()),
            false => self.string(),
        }
    }
    fn boolean(&mut self) -> Result<bool, String> {
        if self.eat("True") {
            return Ok(true);
        }
        self.expect("False").map(|()| false)
    }
    fn sizes(&mut self) -> Result<Vec<usize>, String> {
        let mut sizes = Vec::new();
        if !self.eat("(") {
            return Err("the shape is malformed".into());
        }
        while !self.eat(")") {
            let text = self.rest.trim_start();
            let end = text.find([',', ')']).ok_or("the shape is malformed")?;
            let (size, rest) = text.split_at(end);
            // Python 2 marks long integers.
            let digits = size.trim_end().trim_end_matches('L');
            let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
            let size = digits.parse().ok().filter(|_| is_number);
            sizes.push(size.ok_or_else(|| format!("bad size {digits:?}"))?);
            self.rest = rest;
            if !self.eat(",") {
                // Without a comma it would be a number in parentheses.
                self.expect(")")?;
                if sizes.len() == 1 {
                    return Err("the shape is malformed".into());
                }
                break;
            }
        }
        Ok(sizes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(String, bool, Vec<usize>), String> {
        fields(text).map(|f| (f.descr.to_owned(), f.fortran_order, f.shape))
    }

    #[test]
    fn headers_of_numpy() {
        for (text, descr, order, shape) in [
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }      \n", "<f4", false, vec![2, 3]),
            ("{'descr': '|b1', 'fortran_order': True, 'shape': (), }\n", "|b1", true, vec![]),
            ("{'shape': (7L,), 'fortran_order': False, 'descr': '<i8'}", "<i8", false, vec![7]),
            ("{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(5,)}", "<f4", false, vec![5]),
        ] {
            assert_eq!(read(text), Ok((descr.to_owned(), order, shape)), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for (text, why) in [
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'shape': (3,)}", "'shape' twice"),
            ("{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", "'descr' twice"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}\0", "a NUL"),
            ("{'descr': '<f4\0', 'fortran_order': False, 'shape': (2,)}", "a NUL"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}", "unknown key"),
            ("{'descr': '<f4', 'fortran_order': False}", "no 'shape'"),
            ("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}", "structured"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x", "malformed"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (2)}", "malformed"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}", "bad size"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (+2,)}", "bad size"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", "bad size"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (2,", "malformed"),
            ("{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}", "malformed"),
            ("{'descr': '<\\x664', 'fortran_order': False, 'shape': (2,)}", "malformed"),
            ("", "malformed"),
            ("{", "malformed"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(why), "{text:?}: {error}");
        }
    }
}
