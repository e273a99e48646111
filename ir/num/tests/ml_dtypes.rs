//! Checks conversions against tables made with `ml_dtypes` (see `data/generate.py`).

use strata_num::FloatFormat;

fn format(name: &str) -> FloatFormat {
    FloatFormat::from_name(name).expect("the tables name formats")
}

fn hex(text: &str) -> u32 {
    u32::from_str_radix(text, 16).expect("the tables are hexadecimal")
}

#[test]
fn every_small_pattern_has_its_value() {
    for line in include_str!("data/values.txt").lines() {
        let mut words = line.split(' ');
        let format = format(words.next().expect("a name"));
        let mut count = 0u128;
        for (bits, word) in (0u128..).zip(words) {
            count += 1;
            let expected = f64::from(f32::from_bits(hex(word)));
            let value = format.to_f64(bits);
            if expected.is_nan() {
                assert!(value.is_nan() && format.is_nan(bits), "{format:?} {bits:#x} is {value}");
                continue;
            }
            assert_eq!(
                value.to_bits(),
                expected.to_bits(),
                "{format:?} {bits:#x} is {value}, not {expected}"
            );
            assert_eq!(format.from_f64(value), bits, "{format:?} {value} does not convert back");
            assert_eq!(format.is_inf(bits), expected.is_infinite());
            assert_eq!(format.is_zero(bits), expected == 0.0);
            let text = format.print(bits);
            assert_eq!(format.parse(&text), Ok(bits), "{format:?} {text}");
        }
        assert_eq!(count, format.bits_mask() + 1);
    }
}

#[test]
fn rounding_agrees() {
    let mut n = 0;
    for line in include_str!("data/rounding.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (format, value) = (format(words[0]), f64::from(f32::from_bits(hex(words[1]))));
        let (expected, ours) = (u128::from(hex(words[2])), format.from_f64(value));
        n += 1;
        assert_eq!(ours, expected, "{format:?} of {value} ({}) is {ours:#x}, not {expected:#x}", words[1]);
    }
    assert!(n > 2000, "only {n} cases");
}
