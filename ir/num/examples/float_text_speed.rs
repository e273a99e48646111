//! Measures printing and parsing of floats: `cargo run --release -p strata-num --example float_text_speed`.

use std::time::Instant;
use strata_num::FloatFormat;

fn main() {
    for (name, format, scale) in [
        ("f32 random", FloatFormat::F32, 0.0),
        ("f32 weights", FloatFormat::F32, 1e-4),
        ("f32 short", FloatFormat::F32, 1.0),
        ("f64 random", FloatFormat::F64, 0.0),
        ("f64 weights", FloatFormat::F64, 1e-4),
    ] {
        let mut state = 1u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let bits: Vec<u128> = (0..1_000_000)
            .map(|_| match scale {
                0.0 => u128::from(next()) & format.bits_mask(),
                1.0 => format.from_f64((next() % 100_000) as f64),
                _ => format.from_f64((next() % 20_000_000_000) as f64 * 1e-10 - 1.0),
            })
            .collect();
        let start = Instant::now();
        let mut text = String::with_capacity(24 << 20);
        let mut ends = Vec::with_capacity(bits.len());
        for &pattern in &bits {
            format.print_to(pattern, &mut text);
            ends.push(text.len());
        }
        let printed = start.elapsed();
        let start = Instant::now();
        let (mut begin, mut sum) = (0, 0u128);
        for end in ends {
            sum = sum.wrapping_add(format.parse(&text[begin..end]).unwrap_or(0));
            begin = end;
        }
        let parsed = start.elapsed();
        let rate = |time: std::time::Duration| bits.len() as f64 / time.as_secs_f64() / 1e6;
        println!("{name}: print {:.1} M/s, parse {:.1} M/s (checksum {sum:x})", rate(printed), rate(parsed));
    }
}
