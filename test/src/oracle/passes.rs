//! Compares passes with those of `mlir-opt`: both tools run the same flags on the same programs and must print the same IR.
//!
//! A file of `test/upstream` has programs, separated by `// -----`, in these forms:
//!
//! ```text
//! // FLAGS: --affine-loop-tile=tile-size=4           each such line is one comparison, of all programs of the file
//! // FLAGS: --affine-loop-tile=separate --cse
//! func.func @f(%m: memref<<<n:8|16|33>>xf32>) {      a choice, which makes a program for each alternative
//!   affine.for %i = 0 to <<n>> { … }                 the alternative that was chosen above
//! }
//! // -----
//! // DIFFERS: the reason for which the outputs are not the same; it is an error if they are
//! ```
//!
//! With the line `// STREAMS: both` what the tools print to the debug stream is compared too, of each program alone.
//!
//! Choices of one program are independent of each other; if their product is large, [`VARIANTS`] of the programs are drawn.

use std::{collections::BTreeSet, io, path::Path};

use super::{Verdict, our_streams, ours, programs, same, upstream, upstream_streams};

/// The largest number of programs that are made from one with choices.
pub const VARIANTS: usize = 24;
/// The line between programs, in inputs and outputs of both tools.
const SEPARATOR: &str = "// -----";

/// A file of `test/upstream`.
#[derive(Debug)]
pub struct PassTests {
    /// The flags of each comparison.
    pub flags: Vec<Vec<String>>,
    /// The programs: the line of each, its text, and the reason for which its output is not that of `mlir-opt`.
    pub programs: Vec<(usize, String, Option<String>)>,
    /// Whether the debug stream is compared too.
    pub both_streams: bool,
}

impl PassTests {
    /// Reads a file. The error names what it lacks.
    pub fn read(text: &str) -> Result<Self, String> {
        let flags: Vec<Vec<String>> = directives(text, "FLAGS:").map(words).collect();
        if flags.is_empty() {
            return Err("there is no line '// FLAGS:'".to_owned());
        }
        let both_streams = directives(text, "STREAMS:").any(|streams| streams == "both");
        let mut out = Self { flags, programs: Vec::new(), both_streams };
        for (line, program) in programs(text) {
            let reason = directives(&program, "DIFFERS:").next().map(str::to_owned);
            let variants = variants(&program).map_err(|e| format!("{line}: {e}"))?;
            out.programs.extend(variants.into_iter().map(|v| (line, v, reason.clone())));
        }
        Ok(out)
    }

    /// Runs all comparisons; the result has a message for each program whose outputs are not as the file says, and the number of
    /// programs that were compared.
    pub fn run(&self, mlir_opt: &Path) -> io::Result<(Vec<String>, usize)> {
        let mut problems = Vec::new();
        for flags in &self.flags {
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            problems.extend(self.run_one(mlir_opt, &flags)?);
        }
        Ok((problems, self.flags.len() * self.programs.len()))
    }

    fn run_one(&self, mlir_opt: &Path, flags: &[&str]) -> io::Result<Vec<String>> {
        let args = [&super::ARGS[..], flags].concat();
        let split = [&args[..], &["--split-input-file"]].concat();
        // One process for all programs; where one fails, each is run alone.
        let joined =
            self.programs.iter().map(|p| p.1.as_str()).collect::<Vec<_>>().join(&format!("{SEPARATOR}\n"));
        let theirs = if self.both_streams { None } else { upstream(mlir_opt, &split, joined.as_bytes())? };
        let mine = if self.both_streams { None } else { ours(&split, joined.as_bytes()).ok() };
        let (theirs, mine) = (theirs.map(|out| parts(&out)), mine.map(|out| parts(&out)));
        let mut problems = Vec::new();
        let (mut accepted, mut rejected) = (BTreeSet::new(), BTreeSet::new());
        for (i, (line, program, reason)) in self.programs.iter().enumerate() {
            let theirs = match theirs.as_ref().and_then(|t| t.get(i)) {
                Some(out) => Some(out.clone()),
                None => upstream_streams(mlir_opt, &args, program.as_bytes())?.map(|out| self.whole(out)),
            };
            let mine = match mine.as_ref().and_then(|m| m.get(i)) {
                Some(out) => Ok(out.clone()),
                None => our_streams(&args, program.as_bytes()).map(|out| self.whole(out)),
            };
            if theirs.is_some() {
                accepted.insert(*line);
            } else {
                rejected.insert(*line);
            }
            let verdict = match (theirs, mine) {
                // Both tools reject it: some of the variants of a program may be wrong.
                (None, Err(_)) if reason.is_none() => continue,
                (None, _) => Verdict::Skipped,
                (Some(_), Err(error)) => Verdict::Rejected(error),
                (Some(theirs), Ok(mine)) => same(&theirs, &mine),
            };
            let problem = match (verdict, reason) {
                (Verdict::Same, None) => continue,
                // The reason may be that mlir-opt fails.
                (Verdict::Different(..) | Verdict::Rejected(_) | Verdict::Skipped, Some(_)) => continue,
                (Verdict::Same, Some(_)) => {
                    "the outputs are the same, although the program says DIFFERS".to_owned()
                }
                (Verdict::Skipped, None) => "only strata-opt accepts it".to_owned(),
                (Verdict::Rejected(error), None) => format!("only mlir-opt accepts it: {error}"),
                (Verdict::Different(theirs, ours), None) => {
                    format!("mlir-opt prints\n    {theirs}\n  and strata-opt\n    {ours}")
                }
            };
            problems.push(format!("{line}: {}: {problem}\n{program}", flags.join(" ")));
        }
        let differs = |line: &usize| self.programs.iter().any(|p| p.0 == *line && p.2.is_some());
        for line in rejected.difference(&accepted).filter(|line| !differs(line)) {
            problems.push(format!("{line}: {}: mlir-opt accepts no variant of it", flags.join(" ")));
        }
        Ok(problems)
    }
    /// The part of the output of one program that is compared.
    fn whole(&self, (stdout, stderr): (Vec<u8>, Vec<u8>)) -> Vec<u8> {
        let debug = if self.both_streams { stderr } else { Vec::new() };
        [parts(&stdout).concat(), debug].concat()
    }
}

/// The words of a command line, of which quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quote = None;
    for c in line.trim().chars() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('"' | '\'', None) => quote = Some(c),
            (' ', None) => out.push(String::new()),
            _ => out.last_mut().into_iter().for_each(|w| w.push(c)),
        }
    }
    out.retain(|w| !w.is_empty());
    out
}

/// The texts behind `// KEY` at the beginning of lines.
fn directives<'t>(text: &'t str, key: &str) -> impl Iterator<Item = &'t str> {
    text.lines()
        .filter_map(move |l| l.trim_start().strip_prefix("//")?.trim_start().strip_prefix(key))
        .map(str::trim)
}

/// The programs of an output of `--split-input-file`.
fn parts(output: &[u8]) -> Vec<Vec<u8>> {
    let text = String::from_utf8_lossy(output);
    // Upstream's builders write this default out, its parser does not; neither text shows it.
    let text = text.replace(" <{nontemporal = false}>", "").replace("nontemporal = false, ", "");
    text.split(&format!("{SEPARATOR}\n")).map(|part| part.trim().as_bytes().to_vec()).collect()
}

/// A choice of a program: its name, if other places refer to it, and its alternatives.
struct Choice<'t> {
    name: Option<&'t str>,
    alternatives: Vec<&'t str>,
}

/// A piece of a program: text, or the index of a choice.
enum Piece<'t> {
    Text(&'t str),
    Choice(usize),
}

/// The text of a choice and what follows it. The choice ends at the first `>>` behind as many `>` as `<`, so that alternatives may end in types.
fn split_choice(text: &str) -> Option<(&str, &str)> {
    let (mut open, mut before) = (0usize, b' ');
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => open += 1,
            b'>' if before == b'-' => {}
            b'>' if open > 0 => open -= 1,
            b'>' if text[at..].starts_with(">>") => return Some((&text[..at], &text[at + 2..])),
            _ => {}
        }
        before = byte;
    }
    text.split_once(">>")
}

/// The programs that a program with choices stands for, in a fixed order.
fn variants(program: &str) -> Result<Vec<String>, String> {
    let (mut choices, mut pieces): (Vec<Choice<'_>>, Vec<Piece<'_>>) = (Vec::new(), Vec::new());
    let mut rest = program;
    // `memref<<<` opens the type before the choice.
    while let Some(at) = rest.find("<<") {
        let at = at + rest[at..].bytes().take_while(|b| *b == b'<').count() - 2;
        let (before, after) = rest.split_at(at);
        let Some((inside, after)) = split_choice(&after[2..]) else {
            return Err("'<<' without '>>'".to_owned());
        };
        pieces.push(Piece::Text(before));
        let is_name = |(name, _): &(&str, &str)| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let index = match inside.split_once(':').filter(is_name) {
            None if !inside.contains('|') => choices
                .iter()
                .position(|c| c.name == Some(inside))
                .ok_or_else(|| format!("no choice is named '{inside}'"))?,
            named => {
                let (name, list) = named.map_or((None, inside), |(name, list)| (Some(name), list));
                choices.push(Choice { name, alternatives: list.split('|').collect() });
                choices.len() - 1
            }
        };
        pieces.push(Piece::Choice(index));
        rest = after;
    }
    pieces.push(Piece::Text(rest));
    let total = choices.iter().fold(1usize, |n, c| n.saturating_mul(c.alternatives.len()));
    // A step without a common divisor with the total visits different programs that vary in all choices.
    let wanted = total.min(VARIANTS);
    let step = if wanted == total { 1 } else { (total / VARIANTS).max(1) | 1 };
    let mut out: Vec<String> = Vec::with_capacity(wanted);
    for i in 0..wanted {
        let mut number = i.wrapping_mul(step) % total;
        let picked: Vec<&str> = choices
            .iter()
            .map(|c| {
                let n = c.alternatives.len();
                let picked = c.alternatives[number % n];
                number /= n;
                picked
            })
            .collect();
        let text: String = pieces
            .iter()
            .map(|p| match p {
                Piece::Text(text) => *text,
                Piece::Choice(index) => picked[*index],
            })
            .collect();
        if !out.contains(&text) {
            out.push(text);
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{PassTests, VARIANTS, variants, words};

    #[test]
    fn choices_make_programs() {
        let made = variants("memref<<<n:4|8>>xf32> <<a|b>> <<n>>").expect("choices");
        assert_eq!(
            made,
            ["memref<4xf32> a 4", "memref<8xf32> a 8", "memref<4xf32> b 4", "memref<8xf32> b 8"]
        );
        assert_eq!(variants("x").expect("none"), ["x"]);
        assert!(variants("<<n>>").is_err() && variants("<<a|b").is_err());
        let many = variants(&"<<a|b|c>>".repeat(9)).expect("choices");
        assert_eq!(many.len(), VARIANTS);
    }

    #[test]
    fn flags_and_reasons_are_read() {
        let read =
            PassTests::read("// FLAGS: --a='b c' --d\nx\n// -----\n// DIFFERS: so\ny\n").expect("a file");
        assert_eq!(read.flags, [["--a=b c", "--d"]]);
        let reasons: Vec<_> = read.programs.iter().map(|p| p.2.as_deref()).collect();
        assert_eq!(reasons, [None, Some("so")]);
        assert!(PassTests::read("x").is_err());
        assert_eq!(words("  a  b "), ["a", "b"]);
    }

    #[test]
    fn alternatives_end_in_types() {
        let all = variants("<<t:f32|vector<2xf32>>> memref<<<2|?>>x<<t>>>").expect("choices");
        assert_eq!(all[0], "f32 memref<2xf32>");
        assert_eq!(all[3], "vector<2xf32> memref<?xvector<2xf32>>");
        assert_eq!(variants("[<<[]|[1.0 : f32]>>]").expect("a choice")[1], "[[1.0 : f32]]");
    }
}
