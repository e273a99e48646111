//! Locations of ops that are places in files, as most are: they become numbers in a list of the context, without
//! interning an attribute for each.

use rustc_hash::FxHashMap;
use strata_core::{
    Context, Location,
    source::{PlaceList, Places},
};

/// The places of one file, by the number of the attribute.
#[derive(Default)]
pub(super) struct PlaceTable<'f> {
    places: Option<&'f Places>,
    list: PlaceList,
    /// Numbers of file names by the number of the attribute.
    files: FxHashMap<u64, u32>,
    /// The attribute that named the last file, and the number of that.
    pub last_file: Option<(u64, u32)>,
}

impl<'f> PlaceTable<'f> {
    /// The number of the file that attribute `attr` names.
    pub(super) fn file(&mut self, attr: u64, name: &str) -> u32 {
        let files = &mut self.list.files;
        *self.files.entry(attr).or_insert_with(|| {
            files.push(name.to_owned());
            files.len() as u32 - 1
        })
    }
    /// The range of positions for the places among `n` attributes.
    fn start(&mut self, cx: &'f Context, n: usize) -> Option<&'f Places> {
        if self.places.is_none() {
            self.places = cx.sources().add_places(n);
        }
        self.places
    }
    /// A table for another reader of the same file, which gives the same place the same location.
    pub(super) fn fork(&mut self, cx: &'f Context, n: usize) -> Self {
        let mut other = Self::default();
        other.places = self.start(cx, n);
        other
    }
    /// Takes over the places that another reader found.
    pub(super) fn join(&mut self, mut other: Self) {
        // Both tables share the range, and this one registers its contents.
        other.places = None;
        let mut numbers = vec![0; other.list.files.len()];
        for (&attr, &number) in &other.files {
            numbers[number as usize] = self.file(attr, &other.list.files[number as usize]);
        }
        if self.list.places.is_empty() {
            self.list.places = vec![None; other.list.places.len()];
        }
        for (own, place) in self.list.places.iter_mut().zip(&other.list.places) {
            if let Some((file, line, column)) = *place {
                *own = Some((numbers[file as usize], line, column));
            }
        }
    }
    /// Adds a place, which is attribute `index` of `n`; `None` when the context has no positions left.
    pub(super) fn add(
        &mut self,
        cx: &'f Context,
        index: usize,
        n: usize,
        place: (u32, u32, u32),
    ) -> Option<Location> {
        let places = self.start(cx, n)?;
        if self.list.places.is_empty() {
            self.list.places = vec![None; n];
        }
        *self.list.places.get_mut(index)? = Some(place);
        places.location(index)
    }
}

impl Drop for PlaceTable<'_> {
    /// The locations are used by the IR, and by diagnostics if reading failed.
    fn drop(&mut self) {
        if let Some(places) = self.places {
            places.set(std::mem::take(&mut self.list));
        }
    }
}
