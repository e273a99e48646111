//! The types of the states and user data of handlers, by number and by name.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use crate::error::{Code, Error, Result};

/// Frees an object of a type.
pub(crate) type Deleter = unsafe extern "C" fn(*mut c_void);

/// The first number that is given out. XLA counts from one for its own platforms, and one type of a library may be registered there, too.
const FIRST: i64 = 1 << 40;

#[derive(Default)]
struct Types {
    names: HashMap<String, i64>,
    deleters: HashMap<i64, Option<Deleter>>,
}

static TYPES: Mutex<Option<Types>> = Mutex::new(None);

fn with_types<T>(work: impl FnOnce(&mut Types) -> T) -> T {
    work(TYPES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// Registers a type with its number, or with a new one if that is zero. Returns the number.
///
/// # Errors
/// If the name has another number, or the number another name.
pub(super) fn register(name: &str, number: i64, deleter: Option<Deleter>) -> Result<i64> {
    with_types(|types| {
        let known = types.names.get(name).copied();
        match known {
            Some(known) if known == number => return Ok(known),
            Some(known) => {
                let message = format!("the type '{name}' is registered with number {known} already");
                return Err(Error::new(Code::AlreadyExists, message));
            }
            None if number != 0 && types.deleters.contains_key(&number) => {
                let message = format!("the number {number} of type '{name}' is that of another type");
                return Err(Error::new(Code::AlreadyExists, message));
            }
            None if number < 0 => {
                return Err(Error::invalid(format!("type '{name}': {number} is no number of a type")));
            }
            None => {}
        }
        let mut given = number;
        if given == 0 {
            given = FIRST + types.deleters.len() as i64;
            while types.deleters.contains_key(&given) {
                given += 1;
            }
        }
        types.names.insert(name.to_owned(), given);
        types.deleters.insert(given, deleter);
        Ok(given)
    })
}

/// The function that frees objects of a type, if there is one.
///
/// # Errors
/// If no type has the number.
pub(super) fn deleter(number: i64) -> Result<Option<Deleter>> {
    let found = with_types(|types| types.deleters.get(&number).copied());
    found.ok_or_else(|| Error::precondition(format!("the type with number {number} is not registered")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_one_name_and_one_number() {
        let one = register("types.one", 0, None).expect("new");
        assert_eq!(register("types.one", one, None).expect("the same"), one);
        assert!(register("types.one", 0, None).expect_err("known").message().contains("already"));
        assert!(register("types.two", one, None).expect_err("used").message().contains("another type"));
        assert!(register("types.two", -1, None).is_err());
        assert_eq!(register("types.two", 7, None).expect("given"), 7);
        assert!(deleter(7).expect("registered").is_none() && deleter(8).is_err());
    }
}
