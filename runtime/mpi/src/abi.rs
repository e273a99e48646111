//! The binary interfaces of MPI libraries: what handles and constants are.

/// A binary interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abi {
    /// The one of the standard, since MPI 5.
    Standard,
    /// Open MPI's: handles are addresses of its variables.
    OpenMpi,
    /// MPICH's: handles are numbers of 32 bits.
    Mpich,
}

/// A handle of the library.
pub(crate) enum Known {
    Number(usize),
    /// The address of the variable with this name.
    Variable(&'static str),
}

/// The constants that this crate needs.
pub(crate) struct Constants {
    pub comm_world: Known,
    pub byte: Known,
    pub errors_return: Known,
    /// The level of support for threads that call one at a time.
    pub thread_serialized: i32,
    /// The level of support for threads that call at the same time, as other users of the library may.
    pub thread_multiple: i32,
    /// Where a status goes that nobody reads.
    pub status_ignore: usize,
    /// The key of the largest tag.
    pub tag_upper_bound: i32,
}

impl Abi {
    /// The interface of a library.
    pub(crate) fn from_library(file: &str, has: impl Fn(&str) -> bool, version: &str) -> Option<Self> {
        let is_mpich = ["MPICH", "Intel", "MVAPICH", "CRAY"].iter().any(|name| version.contains(name));
        if file.contains("mpi_abi") && has("MPI_Abi_get_version") {
            Some(Self::Standard)
        } else if has("ompi_mpi_comm_world") {
            Some(Self::OpenMpi)
        } else if is_mpich {
            Some(Self::Mpich)
        } else {
            has("MPI_Abi_get_version").then_some(Self::Standard)
        }
    }
    pub(crate) fn constants(self) -> Constants {
        match self {
            Self::Standard => Constants {
                comm_world: Known::Number(0x101),
                byte: Known::Number(0x247),
                errors_return: Known::Number(0x142),
                thread_serialized: 2048,
                thread_multiple: 4096,
                status_ignore: 0,
                tag_upper_bound: 501,
            },
            Self::OpenMpi => Constants {
                comm_world: Known::Variable("ompi_mpi_comm_world"),
                byte: Known::Variable("ompi_mpi_byte"),
                errors_return: Known::Variable("ompi_mpi_errors_return"),
                thread_serialized: 2,
                thread_multiple: 3,
                status_ignore: 0,
                tag_upper_bound: 0,
            },
            Self::Mpich => Constants {
                comm_world: Known::Number(0x4400_0000),
                byte: Known::Number(0x4c00_010d),
                errors_return: Known::Number(0x5400_0001),
                thread_serialized: 2,
                thread_multiple: 3,
                status_ignore: 1,
                tag_upper_bound: 0x6440_0001,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_say_which_interface_they_have() {
        let has = |symbols: &'static [&'static str]| move |name: &str| symbols.contains(&name);
        for (file, symbols, version, expected) in [
            ("libmpi.so.40", &["ompi_mpi_comm_world"][..], "Open MPI v4.1.4", Some(Abi::OpenMpi)),
            ("libmpich.so.12", &[], "MPICH Version: 4.0.2", Some(Abi::Mpich)),
            // It has the function, but its own handles.
            ("libmpi.so.12", &["MPI_Abi_get_version"], "MPICH Version: 5.0.0", Some(Abi::Mpich)),
            ("libmpi_abi.so.0", &["MPI_Abi_get_version"], "MPICH Version: 5.0.0", Some(Abi::Standard)),
            (
                "libmpi_abi.so.1",
                &["MPI_Abi_get_version", "ompi_mpi_comm_world"],
                "Open MPI v6",
                Some(Abi::Standard),
            ),
            ("libother.so", &[], "Other", None),
        ] {
            assert_eq!(Abi::from_library(file, has(symbols), version), expected, "{file}");
        }
    }
}
