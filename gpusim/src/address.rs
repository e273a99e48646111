//! Addresses: a buffer and a byte offset in it, or a byte of shared or local memory.
//!
//! Each buffer has an address window of 64 GiB of its own, so that an out-of-bounds address is never inside another buffer.

/// Address spaces of NVPTX.
pub(crate) mod space {
    pub const GENERIC: u32 = 0;
    pub const GLOBAL: u32 = 1;
    pub const SHARED: u32 = 3;
    pub const CONSTANT: u32 = 4;
    pub const LOCAL: u32 = 5;
    pub const CLUSTER: u32 = 7;
}

/// Bits of an address within the window of a buffer.
const WINDOW_BITS: u32 = 36;
/// The start of a buffer in its window: as on a device, aligned to 256 and to nothing larger.
const START: u64 = 256;
/// Generic addresses of shared memory.
pub(crate) const SHARED_WINDOW: u64 = 0x7000_0000_0000_0000;
/// Generic addresses of local memory.
pub(crate) const LOCAL_WINDOW: u64 = 0x7100_0000_0000_0000;
/// Bytes of a window for shared or local memory.
const SMALL_WINDOW: u64 = 1 << 32;
/// The first byte of shared memory, so that null is not an address of it.
pub(crate) const SHARED_START: u64 = 1024;

/// The target of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Buffer, and byte offset in it; an offset before the start wraps around to a huge number.
    Buffer(u32, u64),
    /// Byte offset in the block's own shared memory.
    Shared(u64),
    /// Byte offset in the shared memory of a block of the cluster, given by its rank.
    Peer(u32, u64),
    /// Byte offset in the thread's local memory.
    Local(u64),
}

/// Bits of an offset in shared memory; in cluster addresses the rank of the block plus one is above them.
const PEER_BITS: u32 = 24;
/// Blocks of the largest cluster.
const PEERS: u64 = 16;

/// The cluster address of a byte of a block's shared memory.
pub(crate) fn of_peer(rank: u32, at: u64) -> u64 {
    (u64::from(rank) + 1) << PEER_BITS | at
}

/// The target of a cluster address; without a rank it is the block's own shared memory.
fn peer(address: u64) -> Place {
    match address >> PEER_BITS {
        n @ 1..=PEERS => Place::Peer(n as u32 - 1, address & ((1 << PEER_BITS) - 1)),
        _ => Place::Shared(address),
    }
}

/// The largest number of buffers.
pub(crate) const MAX_BUFFERS: usize = 1 << 24;

/// The address of the first byte of a buffer.
pub(crate) fn of_buffer(buffer: u32) -> u64 {
    (u64::from(buffer) + 1) << WINDOW_BITS | START
}

/// The target of an address in a space; `None` for an invalid address.
pub(crate) fn place(space: u32, address: u64) -> Option<Place> {
    match space {
        space::SHARED => return Some(Place::Shared(address)),
        space::CLUSTER => return Some(peer(address)),
        space::LOCAL => return Some(Place::Local(address)),
        _ => {}
    }
    if address.wrapping_sub(SHARED_WINDOW) < SMALL_WINDOW {
        return (space == space::GENERIC).then(|| peer(address - SHARED_WINDOW));
    }
    if address.wrapping_sub(LOCAL_WINDOW) < SMALL_WINDOW {
        return (space == space::GENERIC).then_some(Place::Local(address - LOCAL_WINDOW));
    }
    // Windows are centred on the starts of buffers, so an address slightly before a buffer belongs to it.
    let shifted = address.wrapping_add((1 << (WINDOW_BITS - 1)) - START);
    let buffer = (shifted >> WINDOW_BITS).checked_sub(1).filter(|&b| b < MAX_BUFFERS as u64)?;
    Some(Place::Buffer(buffer as u32, address.wrapping_sub(of_buffer(buffer as u32))))
}

/// Converts an address to another space; `None` if it is not in that space.
pub(crate) fn cast(from: u32, to: u32, address: u64) -> Option<u64> {
    let window = |space| match space {
        space::SHARED | space::CLUSTER => Some(SHARED_WINDOW),
        space::LOCAL => Some(LOCAL_WINDOW),
        _ => None,
    };
    match (window(from), window(to)) {
        (None, None) => Some(address),
        (Some(a), Some(b)) if a == b => Some(address),
        (Some(a), None) if to == space::GENERIC => Some(a + (address & 0xffff_ffff)),
        (None, Some(b)) if from == space::GENERIC => {
            Some(address.wrapping_sub(b)).filter(|&n| n < SMALL_WINDOW)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_buffer_also_around_it() {
        let at = of_buffer(5);
        assert_eq!(place(1, at), Some(Place::Buffer(5, 0)));
        assert_eq!(place(0, at + 77), Some(Place::Buffer(5, 77)));
        assert_eq!(place(0, at - 300), Some(Place::Buffer(5, 300u64.wrapping_neg())));
        assert_eq!(place(0, 0), None);
        assert_eq!(place(1, SHARED_WINDOW + 8), None);
        assert_eq!(place(0, SHARED_WINDOW + 8), Some(Place::Shared(8)));
    }

    #[test]
    fn casts_between_spaces() {
        assert_eq!(cast(3, 0, 16), Some(SHARED_WINDOW + 16));
        assert_eq!(cast(0, 3, SHARED_WINDOW + 16), Some(16));
        assert_eq!(cast(0, 3, of_buffer(0)), None);
        assert_eq!(cast(1, 0, of_buffer(2)), Some(of_buffer(2)));
        assert_eq!(cast(3, 1, 16), None);
    }
}
