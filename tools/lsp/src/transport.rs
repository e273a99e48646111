//! Messages on the standard streams. What is not a message is answered with an error, and the next message is read.

use std::{
    io::{self, BufRead, Read, Write},
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

use lsp_server::{Connection, ErrorCode, Message};
use serde_json::json;

/// The largest message.
const MOST_BYTES: usize = 1 << 30;

/// The streams of the process as a connection, and the thread that writes.
pub fn stdio() -> (Connection, JoinHandle<()>) {
    let (server, client) = Connection::memory();
    let out = Arc::new(Mutex::new(io::stdout()));
    let errors = out.clone();
    let Connection { sender, receiver } = client;
    // It ends with the process: a read of the standard input cannot be interrupted.
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(read)) = read_message(&mut input) {
            match read {
                Ok(message) => {
                    if sender.send(message).is_err() {
                        return;
                    }
                }
                Err(reply) => {
                    let _ = write_raw(&errors, &reply);
                }
            }
        }
    });
    let writer = std::thread::spawn(move || {
        for message in receiver {
            let Ok(mut value) = serde_json::to_value(&message) else { continue };
            if let Some(object) = value.as_object_mut() {
                object.insert("jsonrpc".to_owned(), json!("2.0"));
            }
            if write_raw(&out, &value.to_string()).is_err() {
                return;
            }
        }
    });
    (server, writer)
}

fn write_raw(out: &Mutex<io::Stdout>, text: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}

/// The next message, or the text of the answer to what is none; `None` at the end of the input.
///
/// # Errors
/// Those of the stream.
fn read_message(input: &mut impl BufRead) -> io::Result<Option<Result<Message, String>>> {
    let mut length = None;
    let mut line = String::new();
    loop {
        line.clear();
        if input.by_ref().take(1 << 16).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let header = line.trim_end();
        if header.is_empty() {
            // Blank lines before the first header are skipped.
            if length.is_some() {
                break;
            }
            continue;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
            if length.is_none() {
                return Ok(Some(Err(error(None, ErrorCode::ParseError, "the length is not a number"))));
            }
        }
    }
    let length = length.unwrap_or_default();
    if length > MOST_BYTES {
        io::copy(&mut input.by_ref().take(length as u64), &mut io::sink())?;
        return Ok(Some(Err(error(None, ErrorCode::InvalidRequest, "the message is too large"))));
    }
    let mut bytes = Vec::new();
    if input.by_ref().take(length as u64).read_to_end(&mut bytes)? < length {
        return Ok(None);
    }
    let value: serde_json::Value = match serde_json::from_slice(&bytes) {
        Ok(value) => value,
        Err(e) => return Ok(Some(Err(error(None, ErrorCode::ParseError, &e.to_string())))),
    };
    Ok(Some(message(value)))
}

fn message(value: serde_json::Value) -> Result<Message, String> {
    let id = value.get("id").filter(|id| !id.is_null()).cloned();
    let invalid = |why: &str| Err(error(id.clone(), ErrorCode::InvalidRequest, why));
    if value.get("method").is_some_and(|m| !m.is_string()) {
        return invalid("the method is not a string");
    }
    match serde_json::from_value(value) {
        // The number of a request that is none of the protocol.
        Ok(Message::Notification(_)) if id.is_some() => {
            invalid("the id is neither a small number nor a string")
        }
        Ok(message) => Ok(message),
        Err(e) => invalid(&e.to_string()),
    }
}

fn error(id: Option<serde_json::Value>, code: ErrorCode, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code as i32, "message": message}}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_message_is_skipped() {
        let good = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
        let mut input = String::new();
        for body in
            ["{", "[]", "{\"id\": 7, \"method\": 3}", "\u{e9}", r#"{"id":99999999999,"method":"x"}"#, good]
        {
            input.push_str(&format!("content-length:{}\r\nX: y\r\n\r\n{body}", body.len()));
        }
        input.push_str("Content-Length: x\r\n");
        let mut input = io::Cursor::new(input.into_bytes());
        let mut next = || read_message(&mut input).expect("no error of the stream").expect("something");
        for _ in 0..2 {
            assert!(next().is_err());
        }
        assert!(next().expect_err("not a message").contains("\"id\":7"));
        assert!(next().is_err());
        assert!(next().expect_err("not a message").contains("99999999999"));
        assert!(matches!(next(), Ok(Message::Request(r)) if r.method == "shutdown"));
        assert!(next().is_err());
    }
}
