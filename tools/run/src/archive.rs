//! Files with several arrays, NumPy's `.npz` and `.safetensors`, and the assignment of arrays to arguments.

use std::{
    fs::File,
    io::{BufReader, Read, Seek},
};

use strata_driver::{Signature, TensorSpec};
use strata_interp::{NpyArray, npy::NpyHeader};

use crate::{npz::Npz, safetensors::Safetensors};

/// A file whose arrays are read one by one.
pub(crate) enum Archive<R: Read + Seek> {
    /// A `.npz` archive of NumPy.
    Npz(Npz<R>),
    /// A `.safetensors` file with the weights of a model.
    Safetensors(Safetensors<R>),
}

impl Archive<BufReader<File>> {
    /// Opens a file; its contents decide the format, or else its name.
    pub(crate) fn open(path: &std::path::Path) -> Result<Self, String> {
        let mut file = BufReader::new(File::open(path).map_err(|e| e.to_string())?);
        let mut start = [0; 4];
        let zip = file.read(&mut start).map_err(|e| e.to_string())? == 4 && start.starts_with(b"PK");
        file.rewind().map_err(|e| e.to_string())?;
        let named = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("safetensors"));
        if named && !zip {
            Safetensors::open(file).map(Self::Safetensors)
        } else {
            Npz::open(file).map(Self::Npz)
        }
    }
}

impl<R: Read + Seek> Archive<R> {
    /// The number of arrays.
    pub(crate) fn len(&self) -> usize {
        self.names().len()
    }

    fn names(&self) -> Vec<&str> {
        match self {
            Self::Npz(all) => all.names().collect(),
            Self::Safetensors(all) => all.names().collect(),
        }
    }

    /// The number of the array for each of `count` values. If the file has an array with the name of an argument, then arguments with a
    /// name take the array of that name, or `arr_N`, and the others take the arrays that are left, in order. Otherwise all are in order.
    pub(crate) fn order(&self, signature: &Signature, count: usize) -> Result<Vec<usize>, String> {
        let (own, specs) = (self.names(), &signature.inputs);
        let place = |name: &str| own.iter().position(|n| *n == name);
        let has_place = |spec: &TensorSpec| spec.name.as_deref().is_some_and(|n| place(n).is_some());
        if specs.len() != count || !specs.iter().any(has_place) {
            return Ok((0..count).collect());
        }
        let mut places = vec![None; count];
        for (i, spec) in specs.iter().enumerate() {
            let Some(name) = &spec.name else { continue };
            let at = match place(name) {
                Some(at) => signature.input_number(name).map(|_| at)?,
                None => place(&format!("arr_{i}"))
                    .ok_or_else(|| format!("there is no array '{name}' for argument #{i}"))?,
            };
            places[i] = Some(at);
        }
        let taken = places.clone();
        let mut left = (0..own.len()).filter(|at| !taken.contains(&Some(*at)));
        let one = |(i, place): (usize, Option<usize>)| {
            place.or_else(|| left.next()).ok_or_else(|| format!("there is no array for argument #{i}"))
        };
        places.into_iter().enumerate().map(one).collect()
    }

    /// Reads array number `i`. `accept` checks its header before the data is read; it also gets the element type where NumPy has none.
    pub(crate) fn read(
        &mut self,
        i: usize,
        accept: impl FnOnce(&NpyHeader, Option<&str>) -> Result<(), String>,
    ) -> Result<NpyArray, String> {
        match self {
            Self::Npz(all) => all.read(i, |header| accept(header, None)),
            Self::Safetensors(all) => all.read(i, accept),
        }
    }
}
