//! [`One`]: a list of one item in most bodies.

use std::ops::{Deref, DerefMut};

use crate::pool::List;

/// A list that keeps an only item itself, in less space than a `SmallVec`, which has a capacity beside the item.
#[derive(Clone, Default)]
pub(crate) enum One<T> {
    /// No item.
    #[default]
    None,
    /// The only item.
    One(T),
    /// Any number of items, where there are several, or were once.
    Many(Box<Items<T>>),
}

/// The items of a long list. They are behind a pointer, which is smaller than a vector.
#[derive(Clone)]
pub(crate) struct Items<T>(Vec<T>);

impl<T> One<T> {
    /// The vector of a list that gets several items.
    #[inline]
    fn many(&mut self) -> &mut Vec<T> {
        if !matches!(self, Self::Many(_)) {
            let items = match std::mem::take(self) {
                Self::One(item) => vec![item],
                _ => Vec::new(),
            };
            *self = Self::Many(Box::new(Items(items)));
        }
        match self {
            Self::Many(items) => &mut items.0,
            _ => unreachable!("the list was made above"),
        }
    }
}

impl<T> Deref for One<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::None => &[],
            Self::One(item) => std::slice::from_ref(item),
            Self::Many(items) => &items.0,
        }
    }
}

impl<T> DerefMut for One<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Self::None => &mut [],
            Self::One(item) => std::slice::from_mut(item),
            Self::Many(items) => &mut items.0,
        }
    }
}

impl<T> Extend<T> for One<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T> List<T> for One<T> {
    #[inline]
    fn push(&mut self, item: T) {
        match self {
            Self::None => *self = Self::One(item),
            _ => self.many().push(item),
        }
    }
    fn reserve(&mut self, n: usize) {
        if self.len() + n > 1 {
            self.many().reserve(n);
        }
    }
    fn fitted(&mut self) -> Self {
        match self {
            Self::Many(items) if items.0.len() <= 1 => items.0.pop().map_or(Self::None, Self::One),
            Self::Many(items) => Self::Many(Box::new(Items(items.0.fitted()))),
            _ => std::mem::take(self),
        }
    }
    fn bytes(&self) -> usize {
        match self {
            Self::Many(items) => size_of::<Items<T>>() + items.0.bytes(),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_any_length_is_what_a_vector_is() {
        let mut list = One::default();
        for n in [0, 1, 2, 5000, 1, 0, 3] {
            (0..n).for_each(|i| list.push(i));
            if let Some(last) = list.last_mut() {
                *last += 7;
            }
            let mut model: Vec<usize> = (0..n).collect();
            model.iter_mut().skip(n.saturating_sub(1)).for_each(|last| *last += 7);
            let fitted = list.fitted();
            assert_eq!((&*fitted, list.len()), (&*model, 0), "{n} items");
            assert_eq!(fitted.bytes() > 0, n > 1, "{n} items");
        }
    }
}
