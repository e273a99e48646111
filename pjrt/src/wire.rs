//! The wire format of protocol buffers: fields with numbers, read without a schema.

use crate::error::{Error, Result};

/// The value of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Field<'a> {
    Varint(u64),
    Fixed64(u64),
    Bytes(&'a [u8]),
    Fixed32(u32),
}

impl<'a> Field<'a> {
    /// A number.
    pub(crate) fn int(self) -> Option<i64> {
        if let Self::Varint(n) = self { Some(n as i64) } else { None }
    }
    /// A message, a text or packed numbers.
    pub(crate) fn bytes(self) -> Option<&'a [u8]> {
        if let Self::Bytes(bytes) = self { Some(bytes) } else { None }
    }
}

fn malformed() -> Error {
    Error::invalid("the compile options are no protocol buffer")
}

/// Takes a number of variable length from the front.
fn varint(bytes: &mut &[u8]) -> Result<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or_else(malformed)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(malformed())
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length).ok_or_else(malformed)?;
    *bytes = rest;
    Ok(taken)
}

/// The fields of a message in their order.
pub(crate) fn fields(mut bytes: &[u8]) -> Result<Vec<(u64, Field<'_>)>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let field = match key & 7 {
            0 => Field::Varint(varint(&mut bytes)?),
            1 => {
                Field::Fixed64(u64::from_le_bytes(take(&mut bytes, 8)?.try_into().map_err(|_| malformed())?))
            }
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).map_err(|_| malformed())?;
                Field::Bytes(take(&mut bytes, length)?)
            }
            5 => {
                Field::Fixed32(u32::from_le_bytes(take(&mut bytes, 4)?.try_into().map_err(|_| malformed())?))
            }
            _ => return Err(malformed()),
        };
        fields.push((key >> 3, field));
    }
    Ok(fields)
}

/// The numbers of a repeated field, packed or one by one.
pub(crate) fn numbers(fields: &[(u64, Field<'_>)], number: u64) -> Result<Vec<i64>> {
    let mut all = Vec::new();
    for (_, field) in fields.iter().filter(|field| field.0 == number) {
        match field {
            &Field::Varint(n) => all.push(n as i64),
            &Field::Bytes(mut packed) => {
                while !packed.is_empty() {
                    all.push(varint(&mut packed)? as i64);
                }
            }
            _ => return Err(malformed()),
        }
    }
    Ok(all)
}

/// Appends a number of variable length.
fn push_varint(to: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Appends a field with a number.
pub(crate) fn push_int(to: &mut Vec<u8>, field: u64, number: i64) {
    push_varint(to, field << 3);
    push_varint(to, number as u64);
}

/// Appends a field with a message, or packed numbers.
pub(crate) fn push_bytes(to: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    push_varint(to, field << 3 | 2);
    push_varint(to, bytes.len() as u64);
    to.extend_from_slice(bytes);
}

/// Packed numbers.
pub(crate) fn packed(numbers: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    numbers.iter().for_each(|&n| push_varint(&mut bytes, n as u64));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_written() {
        let mut bytes = Vec::new();
        push_int(&mut bytes, 4, 300);
        push_bytes(&mut bytes, 3, &packed(&[1, 200, -1]));
        let found = fields(&bytes).expect("fields");
        assert_eq!(found[0], (4, Field::Varint(300)));
        assert_eq!(numbers(&found, 3).expect("numbers"), [1, 200, -1]);
        assert!((1..bytes.len()).all(|n| n == 3 || fields(&bytes[..n]).is_err()));
        assert!(fields(&[0xff; 11]).is_err());
    }
}
