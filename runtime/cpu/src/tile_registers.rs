//! The permission to use Intel's registers of tiles (AMX), which Linux gives a process on request: their contents make the state of a thread larger
//! by 8 KiB. Without it, the first instruction on them ends the process.

/// Asks for the registers of tiles, for all threads of this process, those that run and those that will. Returns whether it may use them: the
/// processor has them, and the system has given its permission. Asking again changes nothing.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub fn request_tile_registers() -> bool {
    /// `ARCH_REQ_XCOMP_PERM` of Linux.
    const REQUEST_PERMISSION: libc::c_ulong = 0x1023;
    /// The number of the state with the contents of tiles.
    const TILE_DATA: libc::c_ulong = 18;
    // SAFETY: the call has two numbers as arguments and touches no memory of this process.
    unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0 }
}

/// There are no such registers here, or no way of asking for them is known.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn request_tile_registers() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_again_changes_nothing() {
        let first = request_tile_registers();
        assert_eq!(request_tile_registers(), first);
        if cfg!(target_os = "linux") && first {
            let flags = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            assert!(flags.contains("amx_tile"), "the permission needs the registers");
        }
    }
}
