//! The functions of the extension for profilers.

use std::sync::Arc;

use super::session::Session;
use crate::abi::*;
use crate::border::entries;
use crate::error::{Code, Error, Result};
use crate::error_api::ERRORS;
use crate::slab::Slab;

static SESSIONS: Slab<Session> = Slab::new("profiler");

fn error_destroy(args: &mut PLUGIN_Profiler_Error_Destroy_Args) -> Result<()> {
    ERRORS.remove(args.error);
    Ok(())
}

fn error_message(args: &mut PLUGIN_Profiler_Error_Message_Args) -> Result<()> {
    // The text stays where it is for as long as the slot has the error.
    let error = ERRORS.get(args.error.cast_mut()).ok();
    (args.message, args.message_size) =
        error.as_deref().map_or((c"".as_ptr().cast(), 0), |e| (e.message().as_ptr(), e.message().len()));
    Ok(())
}

fn error_get_code(args: &mut PLUGIN_Profiler_Error_GetCode_Args) -> Result<()> {
    args.code = ERRORS.get(args.error.cast_mut()).map_or(Code::Unknown as u32, |error| error.code());
    Ok(())
}

/// The options, which say how much is recorded, are not used.
fn create(args: &mut PLUGIN_Profiler_Create_Args) -> Result<()> {
    args.profiler = SESSIONS.insert(Arc::new(Session::default()))?;
    Ok(())
}

fn destroy(args: &mut PLUGIN_Profiler_Destroy_Args) -> Result<()> {
    if let Some(session) = SESSIONS.remove(args.profiler) {
        session.stop();
    }
    Ok(())
}

fn start(args: &mut PLUGIN_Profiler_Start_Args) -> Result<()> {
    SESSIONS.get(args.profiler)?.start()
}

fn stop(args: &mut PLUGIN_Profiler_Stop_Args) -> Result<()> {
    SESSIONS.get(args.profiler)?.stop();
    Ok(())
}

/// Gives the address of the data, which stay until the profiler is destroyed, or copies them to memory of the caller.
fn collect_data(args: &mut PLUGIN_Profiler_CollectData_Args) -> Result<()> {
    let session = SESSIONS.get(args.profiler)?;
    session.stop();
    let data = session.data();
    if args.buffer.is_null() {
        args.buffer = data.as_ptr().cast_mut();
    } else {
        let space = args.buffer_size_in_bytes;
        if space < data.len() {
            let message = format!("the profile has {} bytes, there is space for {space}", data.len());
            return Err(Error::invalid(message));
        }
        // SAFETY: the caller has as much space there as it says.
        unsafe { data.as_ptr().copy_to_nonoverlapping(args.buffer, data.len()) };
    }
    args.buffer_size_in_bytes = data.len();
    Ok(())
}

fn consume(_: &mut PLUGIN_Profiler_Consume_Args) -> Result<()> {
    Err(Error::unimplemented("the profile is collected, not consumed"))
}

fn consume_result_destroy(_: &mut PLUGIN_Profiler_ConsumeResult_Destroy_Args) -> Result<()> {
    Ok(())
}

fn serialize(_: &mut PLUGIN_Profiler_Serialize_Args) -> Result<()> {
    Err(Error::unimplemented("the profile is collected, not consumed"))
}

entries! { enter_whole:
    call_error_destroy = error_destroy,
    call_error_message = error_message,
    call_error_get_code = error_get_code,
    call_create = create,
    call_destroy = destroy,
    call_start = start,
    call_stop = stop,
    call_collect_data = collect_data,
    call_consume = consume,
    call_consume_result_destroy = consume_result_destroy,
    call_serialize = serialize,
}

/// The size of the table: JAX 0.10.2 takes this one only, which ends before `consume`; those that know more may call what is there.
const KNOWN_SIZE: usize = std::mem::offset_of!(PLUGIN_Profiler_Api, consume);

static API: Extension<PLUGIN_Profiler_Api> = Extension(PLUGIN_Profiler_Api {
    struct_size: KNOWN_SIZE,
    r#priv: std::ptr::null_mut(),
    error_destroy: Some(call_error_destroy),
    error_message: Some(call_error_message),
    error_get_code: Some(call_error_get_code),
    create: Some(call_create),
    destroy: Some(call_destroy),
    start: Some(call_start),
    stop: Some(call_stop),
    collect_data: Some(call_collect_data),
    consume: Some(call_consume),
    consume_result_destroy: Some(call_consume_result_destroy),
    serialize: Some(call_serialize),
});

/// The extension.
pub(crate) static EXTENSION: Extension<PJRT_Profiler_Extension> = Extension(PJRT_Profiler_Extension {
    base: PJRT_Extension_Base {
        struct_size: size_of::<PJRT_Profiler_Extension>(),
        r#type: PROFILER_EXTENSION,
        next: std::ptr::null_mut(),
    },
    profiler_api: &raw const API.0,
    traceme_context_id: 0,
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiler::span;

    fn handle<T: Layout>() -> T {
        // SAFETY: zeros are a value of every structure of the interface.
        unsafe { std::mem::zeroed() }
    }

    #[test]
    fn a_caller_records_and_collects() {
        let mut made: PLUGIN_Profiler_Create_Args = handle();
        create(&mut made).expect("a profiler");
        let profiler = made.profiler;
        start(&mut PLUGIN_Profiler_Start_Args { profiler, ..handle() }).expect("it records");
        let mut other: PLUGIN_Profiler_Create_Args = handle();
        create(&mut other).expect("another");
        let second = start(&mut PLUGIN_Profiler_Start_Args { profiler: other.profiler, ..handle() });
        assert_eq!(second.expect_err("one records").code(), Code::FailedPrecondition as u32);
        drop(span(|| "work".to_owned()));
        stop(&mut PLUGIN_Profiler_Stop_Args { profiler, ..handle() }).expect("it stops");
        assert!(span(|| "later".to_owned()).is_none());
        let mut asked = PLUGIN_Profiler_CollectData_Args { profiler, ..handle() };
        collect_data(&mut asked).expect("a size");
        let given = asked.buffer_size_in_bytes;
        assert!(!asked.buffer.is_null() && given > 0);
        let mut bytes = vec![0; given];
        let buffer = bytes.as_mut_ptr();
        let small = PLUGIN_Profiler_CollectData_Args { buffer, buffer_size_in_bytes: 1, ..asked };
        assert!(collect_data(&mut { small }).is_err());
        collect_data(&mut PLUGIN_Profiler_CollectData_Args { buffer, ..asked }).expect("the data");
        let has = |name: &str| bytes.windows(name.len()).any(|window| window == name.as_bytes());
        assert!(has("work") && has("/host:") && !has("later"));
        for profiler in [profiler, other.profiler] {
            destroy(&mut PLUGIN_Profiler_Destroy_Args { profiler, ..handle() }).expect("it is destroyed");
        }
        assert!(collect_data(&mut PLUGIN_Profiler_CollectData_Args { profiler, ..handle() }).is_err());
    }
}
