//! Names of a program in compiled code.
//!
//! A function of a program may be called `free` or `sinf`. In compiled code it is `user.free`. No function of the C library, of a
//! runtime or of those that a code generator calls by itself has a point in its name, so none clashes with it. Characters that an
//! assembler does not accept in names are written as numbers, so that different names stay different.

use std::fmt::Write;

/// The prefix of the names of a program.
const PREFIX: &str = "user.";
/// The prefix of a byte that is written as a number.
const ESCAPE: char = '$';

/// The name in compiled code for a name of a program.
pub fn mangle(name: &str) -> String {
    format!("{PREFIX}{}", escape(name))
}

/// The name in the program for a name in compiled code, if it is one of the program.
pub fn demangle(symbol: &str) -> Option<String> {
    let rest = symbol.strip_prefix(PREFIX)?;
    let mut bytes = Vec::with_capacity(rest.len());
    let mut rest = rest.bytes();
    while let Some(b) = rest.next() {
        if b != ESCAPE as u8 {
            bytes.push(b);
            continue;
        }
        let digit = |b: Option<u8>| char::from(b?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(16 * high + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// The name with all bytes but letters, digits, `_` and points as numbers: `a b` is `a$20b`.
pub fn escape(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for b in name.bytes() {
        if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.') {
            out.push(char::from(b));
        } else {
            let _ = write!(out, "{ESCAPE}{b:02x}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        let names = [
            "",
            "free",
            "main",
            "a b",
            "a$20b",
            "a\0b",
            "größe",
            "@x",
            "llvm.memcpy",
            "user.free",
            "\"",
            "$",
            "a-b",
            "\u{1f600}",
        ];
        let mut mangled: Vec<String> = names.iter().map(|n| mangle(n)).collect();
        for (name, mangled) in names.iter().zip(&mangled) {
            assert_eq!(demangle(mangled).as_deref(), Some(*name));
            assert!(mangled.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.$".contains(&b)), "{mangled}");
        }
        mangled.sort_unstable();
        mangled.dedup();
        assert_eq!(mangled.len(), names.len());
        assert_eq!(mangle("a b"), "user.a$20b");
    }

    #[test]
    fn what_is_no_name_of_a_program_is_not_demangled() {
        for symbol in ["free", "user", "user.$", "user.$2", "user.$zz", "user.$ff", "strata_rt_call"] {
            assert_eq!(demangle(symbol), None, "{symbol}");
        }
    }
}
