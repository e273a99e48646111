//! The part of Rust's lexical structure that is needed to search for words in code outside of comments and strings.

/// `source` with the contents of comments and of string and character literals replaced by blanks; all other bytes keep their positions.
pub fn code_only(source: &str) -> String {
    blank(source, Blank::CommentsAndStrings)
}

/// `source` without its comments, with strings.
pub fn without_comments(source: &str) -> String {
    blank(source, Blank::Comments)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    Comments,
    CommentsAndStrings,
}

fn blank(source: &str, what: Blank) -> String {
    let bytes = source.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let (end, is_comment) = match skip(bytes, at) {
            Some(skipped) => skipped,
            None => {
                at += 1;
                continue;
            }
        };
        if is_comment || what == Blank::CommentsAndStrings {
            out[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        at = end;
    }
    // Complete literals and comments were blanked, so the remaining characters are complete.
    String::from_utf8_lossy(&out).into_owned()
}

/// The end of the comment or literal that starts at `at`, and whether it is a comment.
fn skip(bytes: &[u8], at: usize) -> Option<(usize, bool)> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return Some((at + position(rest, b"\n").unwrap_or(rest.len()), true));
    }
    if rest.starts_with(b"/*") {
        return Some((at + block_comment(rest), true));
    }
    let in_word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
    match rest[0] {
        b'"' => Some((at + quoted(rest, b'"'), false)),
        b'r' if !in_word || bytes[at - 1] == b'b' => raw_string(rest).map(|length| (at + length, false)),
        b'\'' => char_literal(rest).map(|length| (at + length, false)),
        _ => None,
    }
}

fn position(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

/// Rust's block comments nest.
fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn raw_string(rest: &[u8]) -> Option<usize> {
    let hashes = rest[1..].iter().take_while(|byte| **byte == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return None;
    }
    let mut end = vec![b'"'];
    end.resize(1 + hashes, b'#');
    let body = 2 + hashes;
    Some(position(&rest[body..], &end).map_or(rest.len(), |found| body + found + end.len()))
}

/// A quote also starts a lifetime, which has no closing quote directly after its first character.
fn char_literal(rest: &[u8]) -> Option<usize> {
    if rest.get(1) == Some(&b'\\') {
        return Some(quoted(rest, b'\''));
    }
    let text = std::str::from_utf8(rest.get(1..rest.len().min(8))?);
    let character = match text {
        Ok(text) => text.chars().next()?,
        Err(error) => std::str::from_utf8(&rest[1..1 + error.valid_up_to()]).ok()?.chars().next()?,
    };
    let end = 1 + character.len_utf8();
    (rest.get(end) == Some(&b'\'')).then_some(end + 1)
}

/// Whether `word` occurs in `text` as a whole word; returns the 1-based line of the first occurrence.
pub fn line_of_word(text: &str, word: &str) -> Option<usize> {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let found = text.match_indices(word).find(|(at, _)| {
        let before = at.checked_sub(1).and_then(|before| text.as_bytes().get(before));
        !is_word(before) && !is_word(text.as_bytes().get(at + word.len()))
    });
    found.map(|(at, _)| text[..at].matches('\n').count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_blanked() {
        let source =
            "let a = \"unsafe \\\" x\"; // unsafe\n/* unsafe /* nested */ unsafe */ let b = r#\"un\"safe\"#;";
        let code = code_only(source);
        assert_eq!(code.len(), source.len());
        assert!(!code.contains("safe"));
        assert!(code.contains("let a =") && code.contains("let b ="));
        assert_eq!(code.matches('\n').count(), 1);
    }

    #[test]
    fn lifetimes_are_not_characters() {
        let code = code_only(
            "fn f<'a>(x: &'a str, c: char) -> bool { c == '\"' || c == '\\'' || c == 'é' } unsafe {}",
        );
        assert_eq!(line_of_word(&code, "unsafe"), Some(1));
        assert!(code.contains("<'a>") && !code.contains('é'));
    }

    #[test]
    fn strings_survive_where_only_comments_go() {
        assert_eq!(without_comments("a // \"b\"\n\"c // d\""), "a       \n\"c // d\"");
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(line_of_word("unsafe_op\nmy_unsafe\nunsafe {", "unsafe"), Some(3));
        assert_eq!(line_of_word("unsafe_op", "unsafe"), None);
    }

    #[test]
    fn unfinished_literals_end_with_the_file() {
        for source in ["\"abc", "/* abc", "r#\"abc\"", "'\\", "'", "r##"] {
            assert_eq!(code_only(source).len(), source.len());
        }
    }
}
