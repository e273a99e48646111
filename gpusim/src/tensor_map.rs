//! The simulator's encoding of tensor maps, and the swizzle of shared memory.

use strata_runtime_device::{TENSOR_MAP_BYTES, TensorMap};

/// The first bytes of the encoding.
const MAGIC: u32 = 0x5354_4d31;

/// Encodes a tensor map, which kernels read from device memory or get as a parameter.
///
/// # Errors
/// If the map violates a constraint of the hardware.
pub fn encode_tensor_map(map: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String> {
    map.check()?;
    let mut out = Vec::with_capacity(TENSOR_MAP_BYTES);
    out.extend(MAGIC.to_le_bytes());
    out.extend([map.sizes.len() as u8, map.element as u8, map.swizzle as u8, map.fill as u8]);
    out.extend(map.address.to_le_bytes());
    for i in 0..5 {
        out.extend(map.sizes.get(i).copied().unwrap_or(1).to_le_bytes());
    }
    for i in 0..4 {
        out.extend(map.strides.get(i).copied().unwrap_or(0).to_le_bytes());
    }
    for i in 0..5 {
        out.extend((map.box_sizes.get(i).copied().unwrap_or(1) as u16).to_le_bytes());
    }
    let mut bytes = [0; TENSOR_MAP_BYTES];
    bytes[..out.len()].copy_from_slice(&out);
    Ok(bytes)
}

/// Decodes a tensor map; `None` for invalid bytes.
pub(crate) fn decode_tensor_map(bytes: &[u8; TENSOR_MAP_BYTES]) -> Option<TensorMap> {
    let u64_at = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    if bytes[..4] != MAGIC.to_le_bytes() {
        return None;
    }
    let rank = usize::from(bytes[4]);
    let map = TensorMap {
        element: bytes[5].into(),
        interleave: 0,
        l2_promotion: 0,
        swizzle: bytes[6].into(),
        fill: bytes[7].into(),
        address: u64_at(8)?,
        sizes: (0..rank).map(|i| u64_at(16 + 8 * i)).collect::<Option<_>>()?,
        strides: (1..rank).map(|i| u64_at(56 + 8 * (i - 1))).collect::<Option<_>>()?,
        box_sizes: (0..rank)
            .map(|i| Some(u16::from_le_bytes(bytes.get(88 + 2 * i..90 + 2 * i)?.try_into().ok()?).into()))
            .collect::<Option<_>>()?,
    };
    map.check().ok().map(|()| map)
}

/// The swizzled address of a byte of shared memory, with rows of `row` bytes: chunks of 16 bytes are permuted within a row, depending on
/// the index of the group of 128 bytes.
pub(crate) fn swizzle(address: u64, row: u64) -> u64 {
    address ^ (address >> 7 & (row / 16 - 1)) << 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> TensorMap {
        TensorMap {
            element: 9,
            address: 4096,
            sizes: vec![64, 100],
            strides: vec![128],
            box_sizes: vec![64, 8],
            interleave: 0,
            swizzle: 3,
            l2_promotion: 0,
            fill: 0,
        }
    }

    #[test]
    fn maps_are_bytes_and_back() {
        let m = map();
        assert_eq!(decode_tensor_map(&encode_tensor_map(&m).unwrap()), Some(m.clone()));
        assert_eq!(m.box_bytes(), 1024);
        assert_eq!(decode_tensor_map(&[0; 128]), None);
    }

    #[test]
    fn swizzles_exchange_chunks() {
        assert_eq!(swizzle(0, 128), 0);
        assert_eq!(swizzle(128, 128), 128 + 16);
        assert_eq!(swizzle(7 * 128 + 16, 128), 7 * 128 + 6 * 16);
        assert_eq!(swizzle(128, 32), 128 + 16);
        assert_eq!(swizzle(256, 32), 256);
        assert_eq!(swizzle(3 * 128, 64), 3 * 128 + 3 * 16);
    }
}
