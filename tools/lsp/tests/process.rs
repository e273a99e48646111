//! The process, on its standard streams.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use serde_json::Value;

fn frame(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

fn read(input: &mut impl BufRead) -> Value {
    let mut length = 0;
    loop {
        let mut line = String::new();
        assert!(input.read_line(&mut line).expect("a line") > 0, "the output ended");
        if line.trim().is_empty() {
            break;
        }
        if let Some(n) = line.strip_prefix("Content-Length: ") {
            length = n.trim().parse().expect("a number");
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).expect("a body");
    serde_json::from_slice(&body).expect("JSON")
}

#[test]
fn the_process_speaks_the_protocol() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_strata-lsp-server"))
        .arg("--stdio")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut input = server.stdin.take().expect("a pipe");
    let mut output = BufReader::new(server.stdout.take().expect("a pipe"));
    let mut say = |body: &str| {
        input.write_all(frame(body).as_bytes()).and_then(|()| input.flush()).expect("written");
    };
    say("{ this is not JSON");
    assert_eq!(read(&mut output)["error"]["code"], -32700);
    say(r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"capabilities":{}}}"#);
    let answer = read(&mut output);
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&Value::from("2.0"), &Value::from("a")));
    assert_eq!(answer["result"]["capabilities"]["textDocumentSync"]["change"], 2);
    say(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
    say(
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.mlir","languageId":"mlir","version":1,"text":"oops\n"}}}"#,
    );
    let published = read(&mut output);
    assert_eq!(published["method"], "textDocument/publishDiagnostics");
    assert_eq!(published["params"]["diagnostics"].as_array().map(Vec::len), Some(1));
    say(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
    assert_eq!(read(&mut output)["id"], 2);
    say(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    assert!(server.wait().expect("ended").success());
}

#[test]
fn the_command_line() {
    let run = |argument: &str| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_strata-lsp-server")).arg(argument).output().expect("run");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert!(run("--version").1.starts_with("strata-lsp-server 0."));
    assert!(run("--help").1.contains("--stdio"));
    assert_eq!(run("--unknown").0, Some(2));
}
