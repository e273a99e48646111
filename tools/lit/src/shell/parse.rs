//! Reads command lines.

/// A stream to redirect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard input.
    In,
    /// Standard output.
    Out,
    /// Standard error.
    Err,
    /// Output and error together.
    Both,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redirect {
    /// To or from a file.
    File {
        /// Which stream.
        stream: Stream,
        /// The file.
        path: Word,
        /// Whether output is appended.
        append: bool,
    },
    /// `2>&1`
    ErrToOut,
    /// `1>&2` or `>&2`
    OutToErr,
}

/// An argument, and whether its characters may act as a file pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The text without quotes.
    pub text: String,
    /// Whether an unquoted `*` or `?` occurs.
    pub glob: bool,
}

/// One command with its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The name and the arguments.
    pub words: Vec<Word>,
    /// The redirections in order.
    pub redirects: Vec<Redirect>,
}

/// The condition on the previous result under which a pipeline runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// `;`
    Always,
    /// `&&`
    Success,
    /// `||`
    Failure,
}

/// Commands connected by pipes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// The condition under which it runs.
    pub when: When,
    /// Whether `!` negates its result.
    pub negated: bool,
    /// The commands.
    pub commands: Vec<Command>,
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Word(Word),
    Op(&'static str),
}

const OPERATORS: [&str; 17] =
    ["2>&1", "1>&2", "&>>", "2>>", "1>>", "&>", "2>", "1>", ">&2", ">>", "&&", "||", "|", ";", ">", "<", "&"];

/// Reads a command line.
///
/// # Errors
/// Fails on open quotes, misplaced operators and unsupported syntax.
pub fn parse(text: &str) -> Result<Vec<Pipeline>, String> {
    let tokens = tokens(text)?;
    let mut list = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut when = When::Always;
    loop {
        while tokens.next_if_eq(&Token::Op(";")).is_some() {}
        if tokens.peek().is_none() {
            if when != When::Always {
                return Err("command expected at the end".to_string());
            }
            return Ok(list);
        }
        let mut pipeline = Pipeline { when, negated: false, commands: vec![Command::default()] };
        while tokens.next_if(|t| matches!(t, Token::Word(w) if w.text == "!")).is_some() {
            pipeline.negated = !pipeline.negated;
        }
        when = When::Always;
        for token in tokens.by_ref() {
            let command = pipeline.commands.last_mut().ok_or("command expected")?;
            match token {
                Token::Word(word) => match command.redirects.last_mut() {
                    Some(Redirect::File { path, .. }) if path.text.is_empty() && !path.glob => *path = word,
                    _ => command.words.push(word),
                },
                Token::Op("|") => {
                    if command.words.is_empty() {
                        return Err("command expected before '|'".to_string());
                    }
                    pipeline.commands.push(Command::default());
                }
                Token::Op("&&") => {
                    when = When::Success;
                    break;
                }
                Token::Op("||") => {
                    when = When::Failure;
                    break;
                }
                Token::Op(";") => break,
                Token::Op("2>&1") => command.redirects.push(Redirect::ErrToOut),
                Token::Op(">&2" | "1>&2") => command.redirects.push(Redirect::OutToErr),
                Token::Op("&") => return Err("background jobs with '&' are not supported".to_string()),
                Token::Op(op) => {
                    let stream = match op {
                        "<" => Stream::In,
                        "2>" | "2>>" => Stream::Err,
                        "&>" | "&>>" => Stream::Both,
                        _ => Stream::Out,
                    };
                    let append = op.ends_with(">>");
                    command.redirects.push(Redirect::File { stream, path: Word::default(), append });
                }
            }
        }
        for command in &pipeline.commands {
            if command.words.is_empty() {
                return Err("command expected".to_string());
            }
            let open = |r: &Redirect| matches!(r, Redirect::File { path, .. } if path.text.is_empty());
            if command.redirects.iter().any(open) {
                return Err("file name expected after a redirection".to_string());
            }
        }
        list.push(pipeline);
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    'tokens: loop {
        rest = rest.trim_start();
        if rest.is_empty() || rest.starts_with('#') {
            return Ok(tokens);
        }
        for op in OPERATORS {
            if let Some(after) = rest.strip_prefix(op) {
                tokens.push(Token::Op(op));
                rest = after;
                continue 'tokens;
            }
        }
        let mut word = Word::default();
        while let Some(c) = rest.chars().next() {
            if c.is_whitespace() || "|&;<>".contains(c) {
                break;
            }
            rest = &rest[c.len_utf8()..];
            match c {
                '\'' => {
                    let end = rest.find('\'').ok_or("missing closing quote (')")?;
                    word.text.push_str(&rest[..end]);
                    rest = &rest[end + 1..];
                }
                '"' => rest = double_quoted(rest, &mut word.text)?,
                '\\' => {
                    let Some(next) = rest.chars().next() else {
                        return Err("trailing backslash".to_string());
                    };
                    word.text.push(next);
                    rest = &rest[next.len_utf8()..];
                }
                '(' | ')' | '`' => {
                    return Err(format!("unsupported shell syntax '{c}'; quote it to pass it on"));
                }
                _ => {
                    word.glob |= matches!(c, '*' | '?');
                    word.text.push(c);
                }
            }
        }
        tokens.push(Token::Word(word));
    }
}

fn double_quoted<'a>(text: &'a str, out: &mut String) -> Result<&'a str, String> {
    let mut chars = text.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return Ok(&text[i + 1..]),
            '\\' => match chars.next() {
                Some((_, next @ ('"' | '\\' | '$' | '`'))) => out.push(next),
                Some((_, next)) => out.extend(['\\', next]),
                None => break,
            },
            _ => out.push(c),
        }
    }
    Err("missing closing quote (\")".to_string())
}
