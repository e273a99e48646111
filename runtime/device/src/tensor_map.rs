//! Descriptions of tensors for copies of boxes: [`TensorMap`].

/// Bytes of an encoded tensor map.
pub const TENSOR_MAP_BYTES: usize = 128;

/// A tensor map, with the numbers of the driver's interface.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorMap {
    /// `CUtensorMapDataType`.
    pub element: u32,
    /// The address of the first element.
    pub address: u64,
    /// Sizes, beginning with the innermost dimension.
    pub sizes: Vec<u64>,
    /// Distances in bytes, from the second dimension on.
    pub strides: Vec<u64>,
    /// Sizes of the box that is copied.
    pub box_sizes: Vec<u32>,
    /// `CUtensorMapInterleave`.
    pub interleave: u32,
    /// `CUtensorMapSwizzle`.
    pub swizzle: u32,
    /// `CUtensorMapL2promotion`.
    pub l2_promotion: u32,
    /// `CUtensorMapFloatOOBfill`.
    pub fill: u32,
}

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
    /// Bytes of a row of the swizzle's pattern; `None` without a swizzle.
    pub fn swizzle_bytes(&self) -> Option<u64> {
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

    /// Checks the rules of the hardware.
    ///
    /// # Errors
    /// If the map violates one of them, or has a layout whose rules are unknown here.
    pub fn check(&self) -> Result<(), String> {
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
        if self.interleave != 0 || self.swizzle > 3 || self.fill > 1 {
            let Self { interleave, swizzle, fill, .. } = self;
            return Err(format!(
                "interleave {interleave}, swizzle {swizzle} and fill {fill} are not simulated"
            ));
        }
        if let Some(most) = self.swizzle_bytes().filter(|&most| inner > most) {
            return Err(format!(
                "the {inner} bytes of a row of the box are more than the {most} of the swizzle"
            ));
        }
        Ok(())
    }
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
    fn maps_keep_the_rules() {
        let wrong = |f: &dyn Fn(&mut TensorMap)| {
            let mut m = map();
            f(&mut m);
            m.check().unwrap_err()
        };
        assert!(wrong(&|m| m.address = 8).contains("multiple of 16"));
        assert!(wrong(&|m| m.strides = vec![100]).contains("stride"));
        assert!(wrong(&|m| m.box_sizes = vec![128, 8]).contains("more than the 128"));
        assert!(wrong(&|m| m.box_sizes = vec![64, 257]).contains("size 257"));
        assert!(wrong(&|m| m.box_sizes = vec![4, 8]).contains("8 bytes of a row"));
        assert!(wrong(&|m| m.element = 77).contains("element type"));
        assert!(wrong(&|m| m.sizes = vec![1]).contains("rank"));
    }
}
