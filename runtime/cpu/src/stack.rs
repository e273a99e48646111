//! The remaining stack of a thread.

use std::cell::Cell;

/// The stack that the deepest functions of a program may need: the buffers of two of them, and the functions that they call.
const MARGIN: usize = 384 << 10;

thread_local! {
    /// The lowest stack address that a program may use on this thread; zero before it is known.
    static LOWEST: Cell<usize> = const { Cell::new(0) };
}

/// Whether a function of a program should not recurse once more.
pub(crate) fn is_nearly_full() -> bool {
    let mark = 0u8;
    let here = (&raw const mark) as usize;
    if LOWEST.get() == 0 {
        // If the bounds are not known, a quarter of the usual stack of a thread is assumed.
        LOWEST.set(lowest().unwrap_or(here.saturating_sub(MARGIN).max(1)));
    }
    here < LOWEST.get()
}

#[cfg(target_os = "linux")]
fn lowest() -> Option<usize> {
    // SAFETY: the attributes are those of this thread, made by the first call and given back by the last one.
    let (base, size) = unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attributes) != 0 {
            return None;
        }
        let (mut base, mut size) = (std::ptr::null_mut(), 0);
        let known = libc::pthread_attr_getstack(&raw const attributes, &raw mut base, &raw mut size) == 0;
        libc::pthread_attr_destroy(&raw mut attributes);
        if !known {
            return None;
        }
        (base as usize, size)
    };
    Some(base + MARGIN.min(size / 2))
}

#[cfg(not(target_os = "linux"))]
fn lowest() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The depth to which frames of 4 KiB nest.
    fn depth(n: usize) -> usize {
        let frame = std::hint::black_box([n as u8; 4096]);
        let reached = if is_nearly_full() { n } else { depth(n + 1) };
        // The frame is used here, so that no call is a tail call.
        std::hint::black_box(&frame);
        reached
    }

    #[test]
    fn the_margin_is_reached_before_the_end() {
        let run = |size: usize| std::thread::Builder::new().stack_size(size).spawn(|| depth(0));
        // Larger than the stacks of other tests' threads, which the C library may reuse.
        let reached =
            [4 << 20, 16 << 20].map(|size| run(size).expect("a thread starts").join().expect("it ends"));
        assert!(reached[0] > 32 && reached[1] > 4 * reached[0], "{reached:?}");
    }
}
