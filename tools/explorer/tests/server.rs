//! The server answers this machine's page, and nobody else.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    thread,
};

use strata_explorer::server::Server;

/// A server with a page of one file, whose tools are a script that prints its words.
fn server() -> (SocketAddr, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("index.html"), "<p>page").expect("written");
    std::fs::write(folder.path().join("secret.key"), "secret").expect("written");
    let tool = folder.path().join("strata-translate");
    std::fs::write(&tool, "#!/bin/sh\necho \"$@\"\ncat\n").expect("written");
    let mut command = std::process::Command::new("chmod");
    assert!(command.arg("+x").arg(&tool).status().expect("chmod runs").success());
    let path = |p: &std::path::Path| PathBuf::from(p);
    let server = Server::bind(0, path(folder.path()), path(folder.path())).expect("a port is free");
    let address = server.address();
    thread::spawn(move || server.run());
    (address, folder)
}

/// The status and the body of the answer to a request.
fn send(address: SocketAddr, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("answered");
    let status = answer.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    (status, answer.split_once("\r\n\r\n").map(|parts| parts.1.to_owned()).unwrap_or_default())
}

#[test]
fn files_of_the_page_are_served() {
    let (address, _folder) = server();
    let get = |path: &str| send(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    assert_eq!(get("/"), (200, "<p>page".to_owned()));
    assert_eq!(get("/index.html"), (200, "<p>page".to_owned()));
    for path in [
        "/nothing.js",
        "/secret.key",
        "/../index.html",
        "/x/../../index.html",
        "//etc/passwd",
        "/strata-translate",
    ] {
        assert_eq!(get(path).0, 404, "{path}");
    }
    assert_eq!(get("/api/tools"), (200, "{\"explorer\":true}".to_owned()));
}

#[test]
fn programs_are_compiled_for_the_page_only() {
    let (address, _folder) = server();
    let post = |host: &str, header: &str, output: &str| {
        let head = format!(
            "POST /api/compile?output={output} HTTP/1.1\r\nHost: {host}\r\n{header}Content-Length: 7\r\n\r\n"
        );
        send(address, &(head + "program"))
    };
    let host = address.to_string();
    let own = "X-Strata-Explorer: 1\r\n";
    let (status, body) = post(&host, own, "ptx");
    assert_eq!(status, 200);
    assert!(body.contains("- --mlir-to-ptx --line-info --mcpu=sm_80\\nprogram"), "{body}");
    assert_eq!(post(&host, "", "ptx").0, 403, "without the header of the page");
    assert_eq!(post("evil.example", own, "ptx").0, 403, "by another name");
    assert_eq!(post(&host, own, "rm").0, 400);
    let (status, message) = post(&host, own, "time");
    assert_eq!(status, 503);
    assert!(message.contains("strata-run is not in"), "{message}");
}
