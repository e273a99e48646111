//! The lattice of ranges.

use strata_num::ApInt;

/// Bounds of an integer seen as an unsigned and as a signed number, all inclusive. Both pairs of bounds are sound,
/// and either may be the tighter one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntRange {
    /// The least unsigned value.
    pub umin: ApInt,
    /// The greatest unsigned value.
    pub umax: ApInt,
    /// The least signed value.
    pub smin: ApInt,
    /// The greatest signed value.
    pub smax: ApInt,
}

impl IntRange {
    /// All values of a width.
    pub fn full(width: u32) -> Self {
        Self {
            umin: ApInt::zero(width),
            umax: ApInt::ones(width),
            smin: ApInt::min_signed(width),
            smax: ApInt::max_signed(width),
        }
    }
    /// One value.
    pub fn constant(value: ApInt) -> Self {
        Self { umin: value.clone(), umax: value.clone(), smin: value.clone(), smax: value }
    }
    /// From unsigned bounds; the signed ones follow unless the range contains both signs.
    pub fn from_unsigned(umin: ApInt, umax: ApInt) -> Self {
        let (smin, smax) = if umin.is_negative() == umax.is_negative() {
            (umin.smin(&umax), umin.smax(&umax))
        } else {
            (ApInt::min_signed(umin.width()), ApInt::max_signed(umin.width()))
        };
        Self { umin, umax, smin, smax }
    }
    /// From signed bounds; the unsigned ones follow unless the range contains both signs.
    pub fn from_signed(smin: ApInt, smax: ApInt) -> Self {
        let (umin, umax) = if smin.is_negative() == smax.is_negative() {
            (smin.umin(&smax), smin.umax(&smax))
        } else {
            (ApInt::zero(smin.width()), ApInt::ones(smin.width()))
        };
        Self { umin, umax, smin, smax }
    }
    /// From bounds of one kind.
    pub fn new(min: ApInt, max: ApInt, signed: bool) -> Self {
        if signed { Self::from_signed(min, max) } else { Self::from_unsigned(min, max) }
    }
    /// The width of the values.
    pub fn width(&self) -> u32 {
        self.umin.width()
    }
    /// The values of both: the least upper bound. A range of another width is not comparable, so anything goes.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        if self.width() != other.width() {
            return Self::full(self.width());
        }
        Self {
            umin: self.umin.umin(&other.umin),
            umax: self.umax.umax(&other.umax),
            smin: self.smin.smin(&other.smin),
            smax: self.smax.smax(&other.smax),
        }
    }
    /// The values that both contain, for two ranges that are both right.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        Self {
            umin: self.umin.umax(&other.umin),
            umax: self.umax.umin(&other.umax),
            smin: self.smin.smax(&other.smin),
            smax: self.smax.smin(&other.smax),
        }
    }
    /// The value, if there is only one.
    pub fn as_constant(&self) -> Option<&ApInt> {
        if self.umin == self.umax {
            return Some(&self.umin);
        }
        (self.smin == self.smax).then_some(&self.smin)
    }
    /// Whether no value is negative.
    pub fn is_non_negative(&self) -> bool {
        !self.smin.is_negative()
    }
    /// Whether dropping the bits above `width` keeps all values as signed numbers.
    pub fn fits_signed(&self, width: u32) -> bool {
        let fits = |v: &ApInt| v.trunc(width).sext(self.width()) == *v;
        width >= self.width() || fits(&self.smin) && fits(&self.smax)
    }
    /// Whether dropping the bits above `width` keeps all values as unsigned numbers.
    pub fn fits_unsigned(&self, width: u32) -> bool {
        let fits = |v: &ApInt| v.active_bits() <= width;
        width >= self.width() || fits(&self.umin) && fits(&self.umax)
    }
}
