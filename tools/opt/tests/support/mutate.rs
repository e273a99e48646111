//! Reproducible mutations of IR texts for tests of robustness.

/// Tokens of IR and pipelines, to splice in.
const TOKENS: &[&str] = &[
    "%0",
    "%arg0",
    "^bb0",
    "#map",
    "!t",
    "@f",
    "loc(",
    "->",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "=",
    "\"",
    "?",
    "*",
    "x",
    "0",
    "-1",
    "9223372036854775807",
    "0x7FF",
    "1.0e400",
    "i1",
    "i0",
    "index",
    "f32",
    "none",
    "tensor<?xf32>",
    "tensor<0xi1>",
    "memref<*xf32>",
    "vector<4xi1>",
    "dense<[]>",
    "dense<1>",
    "unit",
    "affine_map<() -> ()>",
    "func.func",
    "\"a.b\"",
    "() -> ()",
    "cse",
    "any",
    "{a = 1}",
    "\n",
    "\u{e9}",
];

/// A linear congruential generator: the same mutations everywhere.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// The ranges of the words of `text`: runs of letters and digits, or single other characters.
fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let part = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'%' | b'@' | b'#' | b'!');
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let run = text[at..].iter().take_while(|&&c| part(c)).count().max(1);
        if !text[at].is_ascii_whitespace() {
            out.push((at, at + run));
        }
        at += run;
    }
    out
}

/// Changes `text` in one to three places: words replaced, removed, doubled, exchanged, or bytes flipped.
pub fn mutate(mut text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..=random.below(3) {
        let all = words(&text);
        if all.is_empty() {
            return text;
        }
        let (start, end) = all[random.below(all.len())];
        let (other, other_end) = all[random.below(all.len())];
        let new = match random.below(6) {
            0 => Vec::new(),
            1 => TOKENS[random.below(TOKENS.len())].as_bytes().to_vec(),
            2 => [&text[start..end], b" ", &text[start..end]].concat(),
            3 => text[start..end].iter().map(|c| c ^ (1 << random.below(7))).collect(),
            _ => text[other..other_end].to_vec(),
        };
        text.splice(start..end, new);
    }
    text
}

/// The replacements of [`mutate_all`] for numbers and types.
const NUMBERS: &[&str] =
    &["0", "1", "2", "3", "5", "8", "15", "16", "17", "31", "32", "33", "64", "100", "128", "1025"];
const TYPES: &[&str] =
    &["f32", "f16", "bf16", "f64", "i1", "i4", "i8", "i16", "i32", "i64", "ui8", "f8E4M3FN", "complex<f32>"];

/// Replaces a number, an element type or an op everywhere at once, so that the text may still be a valid program.
pub fn mutate_all(text: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let Ok(mut text) = String::from_utf8(text) else { return Vec::new() };
    for _ in 0..=random.below(2) {
        let kind = random.below(3);
        let is_of_kind = |word: &&str| match kind {
            0 => word.bytes().all(|c| c.is_ascii_digit()),
            1 => TYPES.contains(word),
            _ => word.contains('.') && word.starts_with(|c: char| c.is_ascii_lowercase()),
        };
        let all: Vec<&str> = parts(&text).into_iter().filter(is_of_kind).collect();
        let Some(&old) = all.get(random.below(all.len())) else { continue };
        let choices = [NUMBERS, TYPES, &all][kind];
        let new = choices[random.below(choices.len())];
        text = parts(&text).into_iter().map(|part| if part == old { new } else { part }).collect();
    }
    text.into_bytes()
}

/// The words of `text` and the text between them; `64x128xf32` is five: two numbers, a type, and twice an `x`.
fn parts(text: &str) -> Vec<&str> {
    let kind = |c: char| (c.is_ascii_alphanumeric() || "_.%@#!".contains(c)) && c != 'x';
    let mut parts = Vec::new();
    for word in text.split_inclusive(|c| !kind(c)) {
        let end = word.len() - word.chars().next_back().filter(|&c| !kind(c)).map_or(0, char::len_utf8);
        parts.extend([&word[..end], &word[end..]].into_iter().filter(|part| !part.is_empty()));
    }
    parts
}
