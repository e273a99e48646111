//! Lines of `2 n` real numbers as lines of `n` complex ones, and the spectra of both.
//!
//! With `Z` the transform of the complex line, `E = (Z[k] + conj Z[n-k]) / 2` and `O = (Z[k] - conj Z[n-k]) / 2i`, the spectrum of the real
//! line is `X[k] = E + w^k O` and `X[n-k] = conj (E - w^k O)`, where `w = exp(-πi/n)`.

use super::super::dense::{Real, Vector};
use super::butterfly::Pair;
use super::passes::{read, write};
use super::plan::Plan;

/// Makes the spectrum of a real line, one point longer, of that of the complex line. Points have their own order.
#[inline(always)]
pub(super) fn to_real<T: Real, V: Vector<T>>(plan: &Plan<T>, rows: &mut [T]) {
    let (n, pair) = (plan.points(), 2 * V::LANES);
    let first: Pair<V> = read::<T, V>(rows);
    let zero = V::splat(T::default());
    write::<T, V>(Pair { re: first.re.add(first.im), im: zero }, rows);
    write::<T, V>(Pair { re: first.re.minus(first.im), im: zero }, &mut rows[n * pair..]);
    let half = V::splat(T::from_f64(0.5));
    for k in 1..=n / 2 {
        let (near, far): (Pair<V>, Pair<V>) =
            (read::<T, V>(&rows[k * pair..]), read::<T, V>(&rows[(n - k) * pair..]));
        let even = Pair { re: near.re.add(far.re).times(half), im: near.im.minus(far.im).times(half) };
        let odd = Pair { re: near.im.add(far.im).times(half), im: far.re.minus(near.re).times(half) };
        let odd = odd.times(plan.halves[2 * k], plan.halves[2 * k + 1]);
        write::<T, V>(even.plus(odd), &mut rows[k * pair..]);
        let far = even.minus(odd);
        write::<T, V>(Pair { re: far.re, im: zero.minus(far.im) }, &mut rows[(n - k) * pair..]);
    }
}

/// Makes the spectrum of the complex line, twice as large, of that of a real line; imaginary parts that the spectrum of a real line cannot have
/// are taken for zero. Points are at the positions that passes read, the last one of the real line's behind them. Real and imaginary parts of the
/// result are exchanged.
#[inline(always)]
pub(super) fn from_real<T: Real, V: Vector<T>>(plan: &Plan<T>, rows: &mut [T]) {
    let (n, pair) = (plan.points(), 2 * V::LANES);
    let (first, last): (Pair<V>, Pair<V>) = (read::<T, V>(rows), read::<T, V>(&rows[n * pair..]));
    write::<T, V>(Pair { re: first.re.minus(last.re), im: first.re.add(last.re) }, rows);
    for k in 1..=n / 2 {
        let (at, other) = (plan.order[k] * pair, plan.order[n - k] * pair);
        let (near, far): (Pair<V>, Pair<V>) = (read::<T, V>(&rows[at..]), read::<T, V>(&rows[other..]));
        let even = Pair { re: near.re.add(far.re), im: near.im.minus(far.im) };
        let odd = Pair { re: near.re.minus(far.re), im: near.im.add(far.im) };
        let odd = odd.times(plan.halves[2 * k], -plan.halves[2 * k + 1]);
        write::<T, V>(Pair { re: even.im.add(odd.re), im: even.re.minus(odd.im) }, &mut rows[at..]);
        write::<T, V>(Pair { re: odd.re.minus(even.im), im: even.re.add(odd.im) }, &mut rows[other..]);
    }
}
