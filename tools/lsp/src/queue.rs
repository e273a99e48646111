//! The queue of the worker: requests, in order, and files whose newest version was not checked yet.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use lsp_server::RequestId;
use rustc_hash::FxHashSet;

use crate::document::{Document, Documents};

/// A request that waits.
pub struct Task {
    /// Its number.
    pub id: RequestId,
    /// Its method.
    pub method: String,
    /// Its parameters.
    pub params: serde_json::Value,
    /// The version of the file that it is about.
    pub document: Option<Arc<Document>>,
}

/// The state that threads share.
#[derive(Default)]
pub struct State {
    /// The newest versions of the open files.
    pub documents: Documents,
    /// The addresses of files to check, the one that waits longest first.
    unchecked: VecDeque<String>,
    tasks: VecDeque<Task>,
    waiting: FxHashSet<RequestId>,
    cancelled: FxHashSet<RequestId>,
    ended: bool,
}

impl State {
    /// Adds a version of a file.
    pub fn update(&mut self, document: Document) {
        let uri = document.uri.as_str().to_owned();
        if !self.unchecked.contains(&uri) {
            self.unchecked.push_back(uri.clone());
        }
        self.documents.insert(uri, Arc::new(document));
    }
    /// Removes a file.
    pub fn close(&mut self, uri: &str) {
        self.documents.remove(uri);
        self.unchecked.retain(|u| u != uri);
    }
    /// Whether a version is the newest one of its file.
    pub fn is_newest(&self, document: &Arc<Document>) -> bool {
        self.documents.get(document.uri.as_str()).is_some_and(|newest| Arc::ptr_eq(newest, document))
    }
    /// Adds a request.
    pub fn push(&mut self, task: Task) {
        self.waiting.insert(task.id.clone());
        self.tasks.push_back(task);
    }
    /// Notes that nobody waits for a request any more.
    pub fn cancel(&mut self, id: RequestId) {
        if self.waiting.contains(&id) {
            self.cancelled.insert(id);
        }
    }
}

/// Work for the worker.
pub enum Work {
    /// A request, and whether it was cancelled.
    Answer(Task, bool),
    /// A version of a file.
    Check(Arc<Document>),
}

/// See the module documentation.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    /// The state, to be changed; the worker looks at it afterwards.
    pub fn with<T>(&self, f: impl FnOnce(&mut State) -> T) -> T {
        let result = f(&mut self.lock());
        self.changed.notify_all();
        result
    }
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Ends the worker after what it is doing.
    pub fn end(&self) {
        self.with(|state| state.ended = true);
    }
    /// The next work; `None` at the end. Requests come first: somebody waits for them.
    pub fn next(&self) -> Option<Work> {
        let mut state = self.lock();
        loop {
            if state.ended {
                return None;
            }
            if let Some(task) = state.tasks.pop_front() {
                state.waiting.remove(&task.id);
                let cancelled = state.cancelled.remove(&task.id);
                return Some(Work::Answer(task, cancelled));
            }
            while let Some(uri) = state.unchecked.pop_front() {
                if let Some(document) = state.documents.get(&uri) {
                    return Some(Work::Check(document.clone()));
                }
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Encoding;

    #[test]
    fn only_the_newest_version_is_checked_and_requests_come_first() {
        let queue = Queue::default();
        let uri: lsp_types::Uri = "file:///a".parse().expect("an address");
        let task = |id: i32| Task {
            id: id.into(),
            method: "m".into(),
            params: serde_json::Value::Null,
            document: None,
        };
        queue.with(|s| {
            for version in 1..4 {
                s.update(Document::new(uri.clone(), version, String::new(), Encoding::Utf16));
            }
            s.push(task(1));
            s.push(task(2));
            s.cancel(2.into());
            s.cancel(9.into());
        });
        assert!(matches!(queue.next(), Some(Work::Answer(t, false)) if t.id == 1.into()));
        assert!(matches!(queue.next(), Some(Work::Answer(t, true)) if t.id == 2.into()));
        assert!(matches!(queue.next(), Some(Work::Check(d)) if d.version == 3));
        queue.with(|s| assert!(s.cancelled.is_empty() && s.waiting.is_empty(), "nothing is kept"));
        queue.end();
        assert!(queue.next().is_none());
    }
}
