//! The serialized form of executables.

use std::sync::Arc;

use strata_driver::ObjectCode;

use crate::abi::*;
use crate::border::slice;
use crate::client::CLIENTS;
use crate::error::{Error, Result};
use crate::executable::{EXECUTABLES, Executable, LOADED, Loaded};
use crate::owned_bytes;
use crate::platform::version;

/// The first line of a serialized executable.
const MAGIC: &[u8] = b"strata-executable 1\n";

/// The serialized form: the program, its options and its code, for this version.
fn serialized(executable: &Executable) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let code = executable.code.object_code.as_ref().map(ObjectCode::to_bytes).unwrap_or_default();
    for part in [version().as_bytes(), &executable.options, &executable.source, &code] {
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part);
    }
    let sum = blake3::hash(&bytes);
    bytes.extend(sum.as_bytes());
    bytes
}

/// Options, program and code of a serialized form.
fn parts(bytes: &[u8]) -> Result<[&[u8]; 3]> {
    let damaged = || Error::invalid("these bytes are no serialized executable, or they are damaged");
    let (body, sum) = bytes.split_last_chunk::<32>().ok_or_else(damaged)?;
    if blake3::hash(body).as_bytes() != sum {
        return Err(damaged());
    }
    let mut rest = body.strip_prefix(MAGIC).ok_or_else(damaged)?;
    let mut next = || {
        let (length, after) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged())?;
        let (part, after) = after.split_at_checked(length).ok_or_else(damaged)?;
        rest = after;
        Ok::<_, Error>(part)
    };
    let [made_by, options, source, code] = [next()?, next()?, next()?, next()?];
    if made_by != version().as_bytes() {
        let given = String::from_utf8_lossy(made_by).into_owned();
        return Err(Error::invalid(format!("the executable is one of {given}, not of {}", version())));
    }
    Ok([options, source, code])
}

pub(crate) fn serialize(args: &mut PJRT_Executable_Serialize_Args) -> Result<()> {
    let bytes = serialized(&*EXECUTABLES.get(args.executable)?);
    let (start, length, owner) = owned_bytes::give(bytes);
    (args.serialized_bytes, args.serialized_bytes_size) = (start, length);
    args.serialized_executable = owner.cast();
    args.serialized_executable_deleter = Some(owned_bytes::delete);
    Ok(())
}

pub(crate) fn deserialize(args: &mut PJRT_Executable_DeserializeAndLoad_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    // SAFETY: the caller gives both with their lengths.
    let (bytes, other) = unsafe {
        (
            slice(
                args.serialized_executable.cast::<u8>(),
                args.serialized_executable_size,
                "the executable",
            )?,
            slice(
                args.overridden_serialized_compile_options,
                args.overridden_serialized_compile_options_size,
                "the compile options",
            )?,
        )
    };
    let [options, source, code] = parts(bytes)?;
    // The sum was right, so that the code is as it was written; it is used if processor and build are still the same.
    let compiler = client.compiler.clone();
    let compiler = match ObjectCode::from_bytes(code) {
        Some(code) => compiler.with_code(code),
        None => compiler,
    };
    let options = if other.is_empty() { options } else { other };
    let executable = Executable::compile(&compiler, source, options)?;
    args.loaded_executable = LOADED.insert(Arc::new(Loaded::new(&client, executable)?))?;
    Ok(())
}
