//! The server: takes messages, keeps the newest versions of files, and leaves all work to other threads.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, NumberOrString, PublishDiagnosticsParams,
    notification::{self, Notification as _},
    request::{self, Request as _},
};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use strata_ir::core::Registry;
use strata_pass::PassRegistry;
use strata_process::panic_message;

use crate::{
    commands, diagnostics,
    dispatch::{self, Answer, Failure, Session},
    document::{Document, MOST_BYTES},
    position::Encoding,
    queue::{Queue, Task, Work},
};

/// Stack of the threads that parse and run passes; deep recursion grows it further.
const STACK: usize = 64 << 20;

/// How many commands run at once.
const MOST_COMMANDS: usize = 4;

/// Serves a client until it says `exit` or goes away; returns whether it asked for the end before, with `shutdown`.
pub fn serve(connection: Connection, mut registry: Registry, passes: Arc<PassRegistry>) -> bool {
    let Some((request, params)) = initialize(&connection) else { return false };
    let options = params.initialization_options.unwrap_or_default();
    let allow = options.get("allowUnregisteredDialects").and_then(Value::as_bool).unwrap_or(true);
    registry.allow_unregistered(allow);
    let offered = params.capabilities.general.and_then(|g| g.position_encodings);
    let encoding = Encoding::choose(offered.as_deref());
    let reply = Response::new_ok(request, dispatch::capabilities(encoding));
    if connection.sender.send(reply.into()).is_err() {
        return false;
    }
    let queue = Arc::new(Queue::default());
    let session = Arc::new(Session { registry, passes });
    let worker = {
        let (queue, session, sender) = (queue.clone(), session.clone(), Outgoing::new(&connection));
        std::thread::spawn(move || {
            // The thread is made in any case; what fails is told by an error of the answer.
            strata_process::with_stack(STACK, move || work(&queue, &session, &sender))
        })
    };
    let mut server = Server {
        outgoing: Outgoing::new(&connection),
        queue: queue.clone(),
        session,
        encoding,
        commands: Arc::default(),
        is_shut_down: false,
    };
    let mut ended_well = false;
    for message in &connection.receiver {
        match message {
            Message::Request(request) => server.request(request),
            Message::Notification(n) if n.method == notification::Exit::METHOD => {
                ended_well = server.is_shut_down;
                break;
            }
            Message::Notification(n) => server.notification(n),
            Message::Response(_) => (),
        }
    }
    queue.end();
    server.cancel_commands();
    let _ = worker.join();
    ended_well
}

/// The request `initialize`. Other requests before it are refused; `None` if there is none.
fn initialize(connection: &Connection) -> Option<(RequestId, InitializeParams)> {
    for message in &connection.receiver {
        match message {
            Message::Request(r) if r.method == request::Initialize::METHOD => {
                match serde_json::from_value(r.params) {
                    Ok(params) => return Some((r.id, params)),
                    Err(e) => {
                        let e = Response::new_err(r.id, ErrorCode::InvalidParams as i32, e.to_string());
                        connection.sender.send(e.into()).ok()?;
                    }
                }
            }
            Message::Request(r) => {
                let text = "the server is not initialized".to_owned();
                let e = Response::new_err(r.id, ErrorCode::ServerNotInitialized as i32, text);
                connection.sender.send(e.into()).ok()?;
            }
            Message::Notification(n) if n.method == notification::Exit::METHOD => return None,
            _ => (),
        }
    }
    None
}

/// The way to the client, for any thread. A client that went away is noticed where messages are received.
#[derive(Clone)]
struct Outgoing(Arc<dyn Fn(Message) + Send + Sync>);

impl Outgoing {
    fn new(connection: &Connection) -> Self {
        let sender = connection.sender.clone();
        Self(Arc::new(move |message| {
            let _ = sender.send(message);
        }))
    }
    fn send(&self, message: impl Into<Message>) {
        (self.0)(message.into());
    }
    fn answer(&self, id: RequestId, answer: Answer) {
        self.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(Failure { code, message }) => Response::new_err(id, code as i32, message),
        });
    }
    fn publish(&self, params: PublishDiagnosticsParams) {
        self.send(Notification::new(notification::PublishDiagnostics::METHOD.to_owned(), params));
    }
    fn log(&self, message: &str) {
        let params = json!({"type": 1, "message": message});
        self.send(Notification::new(notification::LogMessage::METHOD.to_owned(), params));
    }
}

/// The worker: answers requests and checks files until the queue ends.
fn work(queue: &Queue, session: &Session, outgoing: &Outgoing) {
    while let Some(work) = queue.next() {
        match work {
            Work::Answer(task, true) => {
                let message = "the request was cancelled".to_owned();
                outgoing.answer(task.id, Err(Failure { code: ErrorCode::RequestCanceled, message }));
            }
            Work::Answer(task, false) => answer(queue, session, outgoing, task),
            Work::Check(doc) => {
                let found = catch_unwind(AssertUnwindSafe(|| {
                    diagnostics::publish(&doc, doc.analysis(&session.registry))
                }));
                match found {
                    // Only as long as the version is the newest: a closed file has no diagnostics.
                    Ok(params) => queue.with(|state| {
                        if state.is_newest(&doc) {
                            outgoing.publish(params);
                        }
                    }),
                    Err(payload) => outgoing.log(&internal_error(&*payload)),
                }
            }
        }
    }
}

fn answer(queue: &Queue, session: &Session, outgoing: &Outgoing, task: Task) {
    let Task { id, method, params, document } = task;
    // An answer about an old version is of no use if finding it out takes time.
    let is_old = document.as_ref().is_some_and(|d| !d.is_analysed() && !queue.with(|s| s.is_newest(d)));
    if is_old {
        let message = "the file was changed".to_owned();
        return outgoing.answer(id, Err(Failure { code: ErrorCode::ContentModified, message }));
    }
    let documents = || queue.with(|s| s.documents.values().cloned().collect::<Vec<_>>());
    let run =
        AssertUnwindSafe(|| dispatch::answer(session, &method, params, document.as_deref(), &documents));
    let result = catch_unwind(run).unwrap_or_else(|payload| {
        Err(Failure { code: ErrorCode::InternalError, message: internal_error(&*payload) })
    });
    outgoing.answer(id, result);
}

fn internal_error(payload: &(dyn std::any::Any + Send)) -> String {
    format!("internal error: {}", panic_message(payload))
}

/// The part of the server that takes messages.
struct Server {
    outgoing: Outgoing,
    queue: Arc<Queue>,
    session: Arc<Session>,
    encoding: Encoding,
    /// The commands that run, each with what ends it.
    commands: Arc<Mutex<FxHashMap<RequestId, Arc<AtomicBool>>>>,
    is_shut_down: bool,
}

impl Server {
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.is_shut_down || method == request::Initialize::METHOD {
            let message = format!("'{method}' is not expected now");
            return self.outgoing.answer(id, Err(Failure { code: ErrorCode::InvalidRequest, message }));
        }
        match method.as_str() {
            request::Shutdown::METHOD => {
                self.is_shut_down = true;
                self.outgoing.answer(id, Ok(Value::Null));
            }
            request::ExecuteCommand::METHOD | commands::FROM_BYTECODE | commands::TO_BYTECODE => {
                self.command(id, method, params);
            }
            _ => {
                let uri = params
                    .pointer("/textDocument/uri")
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned();
                self.queue.with(|state| {
                    let document = state.documents.get(&uri).cloned();
                    state.push(Task { id, method, params, document });
                });
            }
        }
    }
    /// Runs a command on a thread of its own, as it may take long.
    fn command(&mut self, id: RequestId, method: String, params: Value) {
        let cancel = Arc::new(AtomicBool::new(false));
        {
            let mut running = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
            if running.len() >= MOST_COMMANDS {
                let message = format!("{MOST_COMMANDS} commands are running already");
                return self.outgoing.answer(id, Err(Failure { code: ErrorCode::RequestFailed, message }));
            }
            running.insert(id.clone(), cancel.clone());
        }
        let (session, outgoing, commands) =
            (self.session.clone(), self.outgoing.clone(), self.commands.clone());
        let documents = self.queue.with(|state| state.documents.clone());
        std::thread::spawn(move || {
            let requests = outgoing.clone();
            let run = move || {
                let apply = |edit: Value| requests.send(apply_edit(edit));
                dispatch::command(&session, &method, params, &documents, &cancel, &apply)
            };
            let failed = |message: String| Err(Failure { code: ErrorCode::InternalError, message });
            let answer = match strata_process::with_stack(STACK, run) {
                Some(Ok(answer)) => answer,
                Some(Err(payload)) => failed(internal_error(&*payload)),
                None => failed("out of memory: there is none for a stack".to_owned()),
            };
            commands.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            outgoing.answer(id, answer);
        });
    }
    fn cancel_commands(&self) {
        let running = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        running.values().for_each(|cancel| cancel.store(true, Ordering::Relaxed));
    }
    fn notification(&mut self, notification: Notification) {
        let method = notification.method.clone();
        if let Err(e) = self.handle(notification) {
            self.outgoing.log(&format!("{method}: {e}"));
        }
    }
    fn handle(&mut self, n: Notification) -> Result<(), String> {
        fn params<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, String> {
            serde_json::from_value(value).map_err(|e| e.to_string())
        }
        match n.method.as_str() {
            notification::DidOpenTextDocument::METHOD => {
                let doc = params::<DidOpenTextDocumentParams>(n.params)?.text_document;
                let doc = Document::new(doc.uri, doc.version, doc.text, self.encoding);
                self.queue.with(|state| state.update(doc));
            }
            notification::DidChangeTextDocument::METHOD => {
                let p: DidChangeTextDocumentParams = params(n.params)?;
                let uri = p.text_document.uri.as_str();
                let old = self.queue.with(|state| state.documents.get(uri).cloned());
                let old = old.ok_or_else(|| format!("the file '{uri}' is not open"))?;
                let size: usize = p.content_changes.iter().map(|c| c.text.len()).sum();
                if size.saturating_add(old.text.len()) > 4 * MOST_BYTES {
                    return Err(format!("the file '{uri}' is too large"));
                }
                let doc = old.changed(p.text_document.version, p.content_changes);
                self.queue.with(|state| state.update(doc));
            }
            notification::DidCloseTextDocument::METHOD => {
                let uri = params::<DidCloseTextDocumentParams>(n.params)?.text_document.uri;
                self.queue.with(|state| {
                    state.close(uri.as_str());
                    self.outgoing.publish(PublishDiagnosticsParams::new(uri, Vec::new(), None));
                });
            }
            notification::Cancel::METHOD => {
                let id: RequestId = match params::<CancelParams>(n.params)?.id {
                    NumberOrString::Number(n) => n.into(),
                    NumberOrString::String(s) => s.into(),
                };
                if let Some(cancel) = self.commands.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
                    cancel.store(true, Ordering::Relaxed);
                }
                self.queue.with(|state| state.cancel(id));
            }
            // Also those that a server need not know.
            _ => (),
        }
        Ok(())
    }
}

/// The request that changes the text of a file.
fn apply_edit(edit: Value) -> Request {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let id = format!("strata-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    Request::new(id.into(), request::ApplyWorkspaceEdit::METHOD.to_owned(), edit)
}
