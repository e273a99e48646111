//! The server: the files of the page, and what needs LLVM, by running `strata-translate` and `strata-run` as processes.
//!
//! | request | answer |
//! |---|---|
//! | `GET /`, `GET /FILE` | a file of the page |
//! | `GET /api/tools` | that there is a server |
//! | `POST /api/compile?output=KIND` | the program in the body, compiled: `text`, `error`, `milliseconds` |
//!
//! It listens on this machine only. A page of another site cannot use it: a request must name this machine as its host, and one that runs a
//! tool must have a header that pages cannot send to other sites without being asked.

mod files;
mod http;
mod limits;
mod tools;

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use clap::Parser;
use serde_json::json;

use http::{Request, Response};
pub use tools::{Compiled, Kind, Tools};

/// Looks at programs in the browser: serves the page on this machine.
#[derive(Parser, Debug)]
#[command(name = "strata-explorer", version)]
pub struct Cli {
    /// The port; 0 is any that is free.
    #[arg(long, default_value_t = 7077)]
    pub port: u16,
    /// The folder of the page, which `cargo xtask explorer` writes. Default: `explorer` near this program.
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
    /// The folder of `strata-translate` and `strata-run`. Default: that of this program.
    #[arg(long, value_name = "DIR")]
    pub tools: Option<PathBuf>,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    page: PathBuf,
    tools: Tools,
    port: u16,
    connections: AtomicUsize,
}

impl Server {
    /// Listens on a port of this machine.
    ///
    /// # Errors
    /// If the port is taken.
    pub fn bind(port: u16, page: PathBuf, tools: PathBuf) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let tools = Tools::new(tools);
        let shared = Shared { page, tools, port: address.port(), connections: AtomicUsize::new(0) };
        Ok(Self { listener, address, shared: Arc::new(shared) })
    }
    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
    /// Answers requests until the process ends.
    pub fn run(self) {
        for stream in self.listener.incoming().flatten() {
            if self.shared.connections.fetch_add(1, Ordering::Relaxed) >= limits::CONNECTIONS {
                self.shared.connections.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let shared = self.shared.clone();
            let done = Done(self.shared.clone());
            // A thread that cannot be started drops the connection with its closure.
            let _ = thread::Builder::new().name("connection".into()).spawn(move || {
                let _done = done;
                // A client that went away needs no answer.
                let _ = converse(&stream, &shared);
            });
        }
    }
}

/// Counts a connection as ended, however that happens.
struct Done(Arc<Shared>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers the request of a connection.
fn converse(stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_read_timeout(Some(limits::PATIENCE))?;
    stream.set_write_timeout(Some(limits::PATIENCE))?;
    let response = match http::read(stream) {
        Ok(request) => respond(&request, shared),
        Err(refusal) => refusal,
    };
    http::write(stream, &response)
}

fn respond(request: &Request, shared: &Shared) -> Response {
    let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", shared.port));
    if !request.host.as_ref().is_some_and(|host| hosts.contains(host)) {
        return Response::text(403, "the host is not this machine");
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/api/tools") => Response::json(&json!({ "explorer": true })),
        ("POST", "/api/compile") if !request.is_own => Response::text(403, "the request is not of the page"),
        ("POST", "/api/compile") => compile(request, &shared.tools),
        ("GET", path) => files::file(&shared.page, path),
        _ => Response::text(405, "there is no such request"),
    }
}

fn compile(request: &Request, tools: &Tools) -> Response {
    let kind = request.query.strip_prefix("output=").and_then(Kind::from_name);
    let Some(kind) = kind else { return Response::text(400, "there is no such output") };
    match tools.compile(kind, &request.body) {
        Ok(Compiled { text, error, milliseconds }) => {
            Response::json(&json!({ "text": text, "error": error, "milliseconds": milliseconds }))
        }
        Err(message) => Response::text(503, &message),
    }
}

/// The folder of the page near a program: where it is built, or where it is installed.
fn page_near(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let places = ["explorer", "../explorer", "../../explorer", "../share/strata/explorer"];
    places.iter().map(|place| folder.join(place)).find(|place| place.join("index.html").is_file())
}

/// The program: reads the command line, and serves until it is ended.
#[must_use]
pub fn main() -> std::process::ExitCode {
    let cli = Cli::parse();
    match start(&cli) {
        Ok(server) => {
            println!("the explorer is at http://{}/", server.address());
            server.run();
            std::process::ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("strata-explorer: {message}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn start(cli: &Cli) -> Result<Server, String> {
    let program =
        std::env::current_exe().map_err(|e| format!("the path of this program is not known: {e}"))?;
    let page = cli.page.clone().or_else(|| page_near(&program));
    let page =
        page.ok_or("the page is not found: `cargo xtask explorer` writes it, --page names its folder")?;
    if !page.join("index.html").is_file() {
        return Err(format!("{} has no page: `cargo xtask explorer` writes one", page.display()));
    }
    let tools = cli.tools.clone().or_else(|| program.parent().map(Path::to_path_buf)).unwrap_or_default();
    Server::bind(cli.port, page, tools).map_err(|e| format!("port {} cannot be used: {e}", cli.port))
}
