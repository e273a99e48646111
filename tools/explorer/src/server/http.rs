//! As much of HTTP/1.1 as the page needs: one request in a connection.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::limits;

/// A request.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// `GET` or `POST`.
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// The text behind `?`.
    pub query: String,
    /// The host that the client wanted.
    pub host: Option<String>,
    /// Whether it has the header of the page.
    pub is_own: bool,
    /// The body.
    pub body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The type of the contents.
    pub kind: &'static str,
    /// The contents.
    pub body: Vec<u8>,
}

impl Response {
    /// A text.
    pub fn text(status: u16, text: &str) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", body: text.as_bytes().to_vec() }
    }
    /// A value.
    pub fn json(value: &serde_json::Value) -> Self {
        Self { status: 200, kind: "application/json", body: value.to_string().into_bytes() }
    }
}

/// Reads a request; a refusal is what to answer.
pub fn read(stream: impl Read) -> Result<Request, Response> {
    let bad = |why: &str| Response::text(400, why);
    let mut reader = BufReader::new(stream);
    let mut head = (&mut reader).take(limits::HEAD);
    let mut line = String::new();
    let mut next = |line: &mut String| {
        line.clear();
        head.read_line(line).map_err(|_| bad("the request is not complete"))?;
        if line.ends_with('\n') { Ok(()) } else { Err(bad("the request is too long")) }
    };
    next(&mut line)?;
    let mut words = line.split_whitespace();
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0")) =
        (words.next(), words.next(), words.next())
    else {
        return Err(bad("the request is not HTTP"));
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        ..Request::default()
    };
    let mut length = 0;
    loop {
        next(&mut line)?;
        let header = line.trim_end();
        if header.is_empty() {
            break;
        }
        let Some((name, value)) = header.split_once(':') else { return Err(bad("a header has no name")) };
        match name.to_ascii_lowercase().as_str() {
            "host" => request.host = Some(value.trim().to_owned()),
            "x-strata-explorer" => request.is_own = true,
            "content-length" => length = value.trim().parse().map_err(|_| bad("the length is no number"))?,
            "transfer-encoding" => return Err(Response::text(411, "the request has no length")),
            _ => {}
        }
    }
    if length > limits::BODY {
        return Err(Response::text(413, "the program is too large"));
    }
    // The buffer grows with what arrives, whatever length was announced.
    let read = reader.take(length as u64).read_to_end(&mut request.body);
    if read.is_err() || request.body.len() != length {
        return Err(bad("the request is not complete"));
    }
    Ok(request)
}

/// Writes an answer.
pub fn write(mut stream: impl Write, response: &Response) -> io::Result<()> {
    let reason = if response.status == 200 { "OK" } else { "Refused" };
    let head = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
        response.status,
        response.kind,
        response.body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&response.body)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Request, u16> {
        read(text.as_bytes()).map_err(|refusal| refusal.status)
    }

    #[test]
    fn requests_have_a_head_and_a_body() {
        let request = parsed(
            "POST /api/compile?output=asm HTTP/1.1\r\nHost: localhost:1\r\nX-Strata-Explorer: 1\r\nContent-Length: 3\r\n\r\nabcdef",
        );
        let want = Request {
            method: "POST".into(),
            path: "/api/compile".into(),
            query: "output=asm".into(),
            host: Some("localhost:1".into()),
            is_own: true,
            body: b"abc".to_vec(),
        };
        assert_eq!(request, Ok(want));
    }

    #[test]
    fn others_are_refused() {
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000));
        let cases = [
            ("", 400),
            ("GET / HTTP/1.1", 400),
            ("hello\r\n\r\n", 400),
            ("GET / HTTP/2\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc", 400),
            ("POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\nabc", 400),
            ("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
            (&long, 400),
        ];
        for (text, status) in cases {
            assert_eq!(parsed(text).err(), Some(status), "{text:.40}");
        }
    }
}
