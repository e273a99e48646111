//! Bytes as text of the alphabet of RFC 4648, as the protocol for bytecode wants them.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of bytes, with `=` at its end.
pub fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |w, &b| w << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let digit = (word >> (18 - 6 * i) & 63) as usize;
            out.push(if i <= chunk.len() { char::from(ALPHABET[digit]) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_are_those_of_the_rfc() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(super::encode(bytes.as_bytes()), text);
        }
    }
}
