//! Events: what happens later, well or with an error, and who is told of it.

use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::abi::{
    PJRT_AsyncTrackingEvent_Destroy_Args, PJRT_Event, PJRT_Event_Await_Args, PJRT_Event_Create_Args,
    PJRT_Event_Destroy_Args, PJRT_Event_Error_Args, PJRT_Event_IsReady_Args, PJRT_Event_OnReady_Args,
    PJRT_Event_Set_Args,
};
use crate::border;
use crate::error::{Error, Result};
use crate::error_api::handle;
use crate::slab::Slab;

/// The outcome of what an event stands for.
pub(crate) type Outcome = Result<()>;

type Callback = Box<dyn FnOnce(&Outcome) + Send>;

#[derive(Default)]
struct State {
    outcome: Option<Outcome>,
    /// How many threads wait; waking nobody would be a system call, too.
    waiting: usize,
    callbacks: Vec<Callback>,
}

/// Something that happens once.
#[derive(Default)]
pub(crate) struct Event {
    state: Mutex<State>,
    happened: Condvar,
}

impl Event {
    /// An event that has not happened.
    pub(crate) fn pending() -> Arc<Self> {
        Arc::default()
    }

    /// An event that has happened.
    pub(crate) fn ready(outcome: Outcome) -> Arc<Self> {
        let state = State { outcome: Some(outcome), ..State::default() };
        Arc::new(Self { state: Mutex::new(state), happened: Condvar::new() })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets it happen; the first outcome counts. Callbacks run on this thread.
    pub(crate) fn set(&self, outcome: Outcome) -> bool {
        let (callbacks, waiting) = {
            let mut state = self.lock();
            if state.outcome.is_some() {
                return false;
            }
            state.outcome = Some(outcome.clone());
            (std::mem::take(&mut state.callbacks), state.waiting)
        };
        if waiting > 0 {
            self.happened.notify_all();
        }
        callbacks.into_iter().for_each(|callback| callback(&outcome));
        true
    }

    /// The outcome, if it has happened.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.lock().outcome.clone()
    }

    /// Waits for the outcome.
    pub(crate) fn wait(&self) -> Outcome {
        let mut state = self.lock();
        loop {
            if let Some(outcome) = &state.outcome {
                return outcome.clone();
            }
            state.waiting += 1;
            state = self.happened.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// Calls back when it happens, or now if it has.
    pub(crate) fn on_ready(&self, callback: impl FnOnce(&Outcome) + Send + 'static) {
        let mut state = self.lock();
        match state.outcome.clone() {
            None => state.callbacks.push(Box::new(callback)),
            Some(outcome) => {
                drop(state);
                callback(&outcome);
            }
        }
    }

    /// Does something now, or when it happens well; returns the event for the end of both.
    pub(crate) fn then(&self, work: impl FnOnce() -> Outcome + Send + 'static) -> Arc<Self> {
        if let Some(outcome) = self.outcome() {
            return Self::ready(outcome.and_then(|()| work()));
        }
        let done = Self::pending();
        let told = Arc::clone(&done);
        self.on_ready(move |outcome| _ = told.set(outcome.clone().and_then(|()| work())));
        done
    }

    /// The event for this one and another one.
    pub(crate) fn and(&self, other: &Arc<Self>) -> Arc<Self> {
        let done = Self::pending();
        let (first, second, other) = (Arc::clone(&done), Arc::clone(&done), Arc::clone(other));
        self.on_ready(move |outcome| match outcome {
            Ok(()) => other.on_ready(move |outcome| _ = second.set(outcome.clone())),
            Err(error) => _ = first.set(Err(error.clone())),
        });
        done
    }

    /// An object for a caller, who destroys it.
    pub(crate) fn into_handle(self: Arc<Self>) -> Result<*mut PJRT_Event> {
        EVENTS.insert(self)
    }
}

/// The events that callers hold.
pub(crate) static EVENTS: Slab<Event> = Slab::new("event");

pub(crate) fn destroy(args: &mut PJRT_Event_Destroy_Args) -> Result<()> {
    EVENTS.remove(args.event);
    Ok(())
}

/// A tracking event is an event here.
pub(crate) fn destroy_tracking(args: &mut PJRT_AsyncTrackingEvent_Destroy_Args) -> Result<()> {
    EVENTS.remove(args.event);
    Ok(())
}

pub(crate) fn is_ready(args: &mut PJRT_Event_IsReady_Args) -> Result<()> {
    args.is_ready = EVENTS.with(args.event, |event| event.outcome().is_some())?.into();
    Ok(())
}

pub(crate) fn error(args: &mut PJRT_Event_Error_Args) -> Result<()> {
    let outcome = EVENTS.with(args.event, |event| event.outcome())?;
    outcome.unwrap_or_else(|| Err(Error::precondition("the event has not happened yet")))
}

pub(crate) fn wait(args: &mut PJRT_Event_Await_Args) -> Result<()> {
    match EVENTS.with(args.event, |event| event.outcome())? {
        Some(outcome) => outcome,
        None => EVENTS.get(args.event)?.wait(),
    }
}

/// The argument of a callback, which the caller lets go to another thread.
struct UserArgument(*mut c_void);
// SAFETY: the interface lets callbacks run on any thread.
unsafe impl Send for UserArgument {}

pub(crate) fn on_ready(args: &mut PJRT_Event_OnReady_Args) -> Result<()> {
    let happened = EVENTS.with(args.event, |event| event.outcome())?;
    let callback = args.callback.ok_or_else(|| Error::invalid("the callback is null"))?;
    let argument = UserArgument(args.user_arg);
    let call = move |outcome: &Outcome| {
        let argument = argument;
        let error = outcome.as_ref().err().map_or(std::ptr::null_mut(), |error| handle(error.clone()));
        // SAFETY: the caller gave both for this. The error belongs to the callback.
        unsafe { callback(error, argument.0) };
    };
    match happened {
        Some(outcome) => call(&outcome),
        None => EVENTS.get(args.event)?.on_ready(call),
    }
    Ok(())
}

pub(crate) fn create(args: &mut PJRT_Event_Create_Args) -> Result<()> {
    args.event = Event::pending().into_handle()?;
    Ok(())
}

pub(crate) fn set(args: &mut PJRT_Event_Set_Args) -> Result<()> {
    let event = EVENTS.get(args.event)?;
    // SAFETY: the caller gives the message with its length.
    let message = unsafe { border::text(args.error_message, args.error_message_size, "the message") }?;
    let outcome = if args.error_code == 0 { Ok(()) } else { Err(Error::with_code(args.error_code, message)) };
    if event.set(outcome) { Ok(()) } else { Err(Error::precondition("the event has happened already")) }
}
