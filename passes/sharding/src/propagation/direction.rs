//! In which direction shardings spread through an op.

/// From operands to results, from results to operands, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Neither.
    None,
    /// From operands to results.
    Forward,
    /// From results to operands.
    Backward,
    /// Both, and between operands.
    Both,
}

impl Direction {
    /// The direction with the number that `sdy.propagation_barrier` has for it.
    pub(super) fn of_number(number: i64) -> Self {
        match number {
            1 => Self::Forward,
            2 => Self::Backward,
            3 => Self::Both,
            _ => Self::None,
        }
    }
    fn bits(self) -> [bool; 2] {
        [matches!(self, Self::Forward | Self::Both), matches!(self, Self::Backward | Self::Both)]
    }
    fn of_bits(bits: [bool; 2]) -> Self {
        match bits {
            [false, false] => Self::None,
            [true, false] => Self::Forward,
            [false, true] => Self::Backward,
            [true, true] => Self::Both,
        }
    }
    pub(super) fn or(self, other: Self) -> Self {
        let ([f, b], [g, c]) = (self.bits(), other.bits());
        Self::of_bits([f || g, b || c])
    }
}

#[cfg(test)]
mod tests {
    use super::Direction;

    #[test]
    fn directions_add_up() {
        let all = [Direction::None, Direction::Forward, Direction::Backward, Direction::Both];
        for (number, direction) in (0..).zip(all) {
            assert_eq!(Direction::of_number(number), direction);
            assert_eq!(direction.or(Direction::None), direction);
            assert_eq!(direction.or(Direction::Both), Direction::Both);
        }
        assert_eq!(Direction::Forward.or(Direction::Backward), Direction::Both);
    }
}
