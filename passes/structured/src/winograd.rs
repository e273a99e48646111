//! The matrices of Winograd's convolutions: those of `decompose-winograd-ops` upstream, whose scale differs from the usual one: the factor
//! that the result is multiplied by is divided out of the input.

use strata_ir::prelude::*;

/// Rows of numbers, each the numerator of a fraction.
#[derive(Debug)]
pub struct Matrix {
    denominator: f64,
    /// The numerators.
    pub rows: &'static [&'static [i32]],
}

/// How a matrix is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As it is.
    Plain,
    /// Its transpose.
    Transposed,
}

/// The matrices of tiles of `m` results and filters of `r` elements.
#[derive(Debug)]
pub struct Winograd {
    /// The results of a tile, on each side.
    pub m: i64,
    /// Transforms a side of a filter.
    pub filter: Matrix,
    /// Transforms a side of a tile of the input.
    pub input: Matrix,
    /// Transforms a side of a product to a tile of results.
    pub output: Matrix,
    /// The factor for each side of a result.
    pub factor: f64,
}

impl Winograd {
    /// The elements of a filter, on each side.
    pub const fn r(&self) -> i64 {
        self.filter.rows[0].len() as i64
    }
    /// The elements of a tile of the input, on each side.
    pub const fn alpha(&self) -> i64 {
        self.m + self.r() - 1
    }
}

/// The matrix of a side that is not transformed.
pub const ONE: Matrix = Matrix { denominator: 1.0, rows: &[&[1]] };

const F_2_3: Winograd = Winograd {
    m: 2,
    filter: Matrix { denominator: 2.0, rows: &[&[-2, 0, 0], &[1, -1, 1], &[1, 1, 1], &[0, 0, 2]] },
    input: Matrix {
        denominator: 1.0,
        rows: &[&[-1, 0, 1, 0], &[0, -1, 1, 0], &[0, 1, 1, 0], &[0, -1, 0, 1]],
    },
    output: Matrix { denominator: 1.0, rows: &[&[1, 1, 1, 0], &[0, -1, 1, 1]] },
    factor: 1.0,
};

const F_4_3: Winograd = Winograd {
    m: 4,
    filter: Matrix {
        denominator: 12.0,
        rows: &[&[12, 0, 0], &[-4, 4, -4], &[-4, -4, -4], &[1, -2, 4], &[1, 2, 4], &[0, 0, 12]],
    },
    input: Matrix {
        denominator: 16.0,
        rows: &[
            &[4, 0, -5, 0, 1, 0],
            &[0, 4, -4, -1, 1, 0],
            &[0, -4, -4, 1, 1, 0],
            &[0, 4, -2, -4, 2, 0],
            &[0, -4, -2, 4, 2, 0],
            &[0, 4, 0, -5, 0, 1],
        ],
    },
    output: Matrix {
        denominator: 8.0,
        rows: &[&[1, 2, 2, 1, 1, 0], &[0, -2, 2, -2, 2, 0], &[0, 2, 2, 4, 4, 0], &[0, -2, 2, -8, 8, 4]],
    },
    factor: 32.0,
};

const F_2_5: Winograd = Winograd {
    m: 2,
    filter: Matrix {
        denominator: 60.0,
        rows: &[
            &[60, 0, 0, 0, 0],
            &[10, -10, 10, -10, 10],
            &[-10, -10, -10, -10, -10],
            &[-16, 8, -4, 2, -1],
            &[1, 2, 4, 8, 16],
            &[0, 0, 0, 0, 60],
        ],
    },
    input: Matrix {
        denominator: 16.0,
        rows: &[
            &[2, 3, -4, -3, 2, 0],
            &[0, 2, 1, -5, 2, 0],
            &[0, -2, -5, -1, 2, 0],
            &[0, 4, -2, -4, 2, 0],
            &[0, -2, -4, 2, 4, 0],
            &[0, 2, 3, -4, -3, 2],
        ],
    },
    output: Matrix { denominator: 2.0, rows: &[&[1, 2, 2, 4, 2, 0], &[0, -2, 2, -2, 4, 1]] },
    factor: 16.0,
};

/// The matrices that a number of the attribute `fmr` stands for.
pub const fn matrices(fmr: i64) -> Option<&'static Winograd> {
    match fmr {
        0 => Some(&F_2_3),
        1 => Some(&F_4_3),
        2 => Some(&F_2_5),
        _ => None,
    }
}

/// A matrix, or the transpose of it, as a constant.
pub fn constant(b: &mut Builder<'_>, matrix: &Matrix, form: Form, elem: Type) -> Option<Value> {
    let (rows, columns) = (matrix.rows.len(), matrix.rows[0].len());
    let shape = match form {
        Form::Plain => [rows, columns],
        Form::Transposed => [columns, rows],
    };
    let format = b.cx().as_float(elem)?;
    let bytes = (format.width() as usize).div_ceil(8);
    let mut data = Vec::new();
    for i in 0..shape[0] {
        for j in 0..shape[1] {
            let n = if form == Form::Plain { matrix.rows[i][j] } else { matrix.rows[j][i] };
            let bits = format.from_f64(f64::from(n) / matrix.denominator);
            data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        }
    }
    let ty = b.cx().tensor(&shape.map(|n| n as i64), elem);
    let dense = b.cx().dense_attr(ty, data)?;
    Some(strata_arith::constant(b, dense))
}
