//! The random order of the option for tests, as every implementation of the same generator has it.

/// The generator MT19937.
pub(crate) struct Mt19937 {
    state: [u32; Mt19937::N],
    next: usize,
}

impl Mt19937 {
    const N: usize = 624;

    /// Starts with a seed.
    pub fn new(seed: u32) -> Self {
        let mut state = [seed; Self::N];
        for i in 1..Self::N {
            let last = state[i - 1];
            state[i] = 1_812_433_253_u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(i as u32);
        }
        Self { state, next: Self::N }
    }
    fn twist(&mut self) {
        for i in 0..Self::N {
            let y = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % Self::N] & 0x7fff_ffff);
            let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + 397) % Self::N] ^ (y >> 1) ^ odd;
        }
        self.next = 0;
    }
    /// The next number.
    pub fn number(&mut self) -> u32 {
        if self.next == Self::N {
            self.twist();
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }
    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for first in 0..list.len().saturating_sub(1) {
            let left = (list.len() - first) as u64;
            let offset = (u64::from(self.number()) % left) as usize;
            list.swap(first, first + offset);
        }
    }
}
