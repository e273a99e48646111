//! Descriptions of tensors for copies of boxes: [`TensorMap`].

/// What a tensor map describes, in the numbers of the driver's interface.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorMap {
    /// `CUtensorMapDataType`.
    pub element: u32,
    /// The address of the first element.
    pub address: u64,
    /// Sizes, the innermost one first.
    pub sizes: Vec<u64>,
    /// Distances in bytes, from the second dimension on.
    pub strides: Vec<u64>,
    /// Sizes of the box that is copied at a time.
    pub box_sizes: Vec<u32>,
    /// `CUtensorMapSwizzle`.
    pub swizzle: u32,
    /// `CUtensorMapFloatOOBfill`.
    pub fill: u32,
}

/// What the bytes begin with.
const MAGIC: u32 = 0x5354_4d31;

impl TensorMap {
    /// Bytes of an element.
    pub fn element_bytes(&self) -> Option<u64> {
        Some(match self.element {
            0 => 1,
            1 | 6 | 9 => 2,
            2 | 3 | 7 | 10..=12 => 4,
            4 | 5 | 8 => 8,
            _ => return None,
        })
    }
    /// Bytes of a row of the swizzle's pattern; none without one.
    pub(crate) fn swizzle_bytes(&self) -> Option<u64> {
        match self.swizzle {
            1..=3 => Some(16 << self.swizzle),
            _ => None,
        }
    }
    /// Bytes of a box.
    pub fn box_bytes(&self) -> u64 {
        let n: u64 = self.box_sizes.iter().map(|&n| u64::from(n)).product();
        n * self.element_bytes().unwrap_or(0)
    }

    /// The rules of the hardware.
    fn check(&self) -> Result<(), String> {
        let rank = self.sizes.len();
        if !(1..=5).contains(&rank) || self.strides.len() != rank - 1 || self.box_sizes.len() != rank {
            return Err(format!("a tensor map of rank {rank} has as many sizes and one stride less"));
        }
        let Some(bytes) = self.element_bytes() else {
            return Err(format!("tensor maps have no element type {}", self.element));
        };
        if !self.address.is_multiple_of(16) {
            return Err(format!("the address {:#x} is no multiple of 16", self.address));
        }
        if let Some(size) = self.sizes.iter().find(|&&n| n == 0 || n > 1 << 32) {
            return Err(format!("a tensor map cannot have the size {size}"));
        }
        if let Some(stride) = self.strides.iter().find(|&&s| s % 16 != 0 || s >= 1 << 40) {
            return Err(format!("the stride of {stride} bytes is no multiple of 16 below 2^40"));
        }
        if let Some(n) = self.box_sizes.iter().find(|&&n| n == 0 || n > 256) {
            return Err(format!("a box cannot have the size {n}"));
        }
        let inner = u64::from(self.box_sizes[0]) * bytes;
        if inner % 16 != 0 {
            return Err(format!("the {inner} bytes of a row of the box are no multiple of 16"));
        }
        if self.swizzle > 3 || self.fill > 1 {
            return Err(format!("swizzle {} and fill {} are not simulated", self.swizzle, self.fill));
        }
        if let Some(most) = self.swizzle_bytes().filter(|&most| inner > most) {
            return Err(format!(
                "the {inner} bytes of a row of the box are more than the {most} of the swizzle"
            ));
        }
        Ok(())
    }

    /// The bytes of the map, which kernels read from memory of the device or get as a parameter.
    ///
    /// # Errors
    /// When the map breaks the rules of the hardware.
    pub fn encode(&self) -> Result<[u8; 128], String> {
        self.check()?;
        let mut out = Vec::with_capacity(128);
        out.extend(MAGIC.to_le_bytes());
        out.extend([self.sizes.len() as u8, self.element as u8, self.swizzle as u8, self.fill as u8]);
        out.extend(self.address.to_le_bytes());
        for i in 0..5 {
            out.extend(self.sizes.get(i).copied().unwrap_or(1).to_le_bytes());
        }
        for i in 0..4 {
            out.extend(self.strides.get(i).copied().unwrap_or(0).to_le_bytes());
        }
        for i in 0..5 {
            out.extend((self.box_sizes.get(i).copied().unwrap_or(1) as u16).to_le_bytes());
        }
        let mut bytes = [0; 128];
        bytes[..out.len()].copy_from_slice(&out);
        Ok(bytes)
    }

    /// The map that bytes hold; none for other bytes.
    pub fn decode(bytes: &[u8; 128]) -> Option<Self> {
        let u64_at = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        if bytes[..4] != MAGIC.to_le_bytes() {
            return None;
        }
        let rank = usize::from(bytes[4]);
        let map = Self {
            element: bytes[5].into(),
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
}

/// Where a byte of shared memory is under a swizzle with rows of so many bytes: chunks of 16 bytes are exchanged within a row, by
/// the number of the group of 128 bytes.
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
            swizzle: 3,
            fill: 0,
        }
    }

    #[test]
    fn maps_are_bytes_and_back() {
        let m = map();
        assert_eq!(TensorMap::decode(&m.encode().unwrap()), Some(m.clone()));
        assert_eq!(m.box_bytes(), 1024);
        assert_eq!(TensorMap::decode(&[0; 128]), None);
    }

    #[test]
    fn maps_keep_the_rules() {
        let wrong = |f: &dyn Fn(&mut TensorMap)| {
            let mut m = map();
            f(&mut m);
            m.encode().unwrap_err()
        };
        assert!(wrong(&|m| m.address = 8).contains("multiple of 16"));
        assert!(wrong(&|m| m.strides = vec![100]).contains("stride"));
        assert!(wrong(&|m| m.box_sizes = vec![128, 8]).contains("more than the 128"));
        assert!(wrong(&|m| m.box_sizes = vec![64, 257]).contains("size 257"));
        assert!(wrong(&|m| m.box_sizes = vec![4, 8]).contains("8 bytes of a row"));
        assert!(wrong(&|m| m.element = 77).contains("element type"));
        assert!(wrong(&|m| m.sizes = vec![1]).contains("rank"));
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
