//! Literals and shapes from and to their other forms.

use half::{bf16, f16};
use num_complex::Complex;
use strata_xla::{Client, Literal, NativeType, PrimitiveType, Shape, UNBOUNDED, XlaBuilder, eval};

fn through_npy<T: NativeType + PartialEq + std::fmt::Debug>(values: [T; 3]) {
    let x = Literal::from(values);
    let file = x.to_npy().unwrap();
    assert_eq!(Literal::from_npy_as(&file, T::TYPE).unwrap(), x);
    assert_eq!(x.to_vec::<T>().unwrap(), values);
    // A program gives back the bits that it takes.
    assert_eq!(eval(|b| b.constant(x.clone())).unwrap(), x);
}

#[test]
fn native_types_keep_their_bits() {
    through_npy([true, false, true]);
    through_npy([i8::MIN, -1, i8::MAX]);
    through_npy([i16::MIN, -1, i16::MAX]);
    through_npy([i32::MIN, -1, i32::MAX]);
    through_npy([i64::MIN, -1, i64::MAX]);
    through_npy([0u8, 1, u8::MAX]);
    through_npy([0u16, 1, u16::MAX]);
    through_npy([0u32, 1, u32::MAX]);
    through_npy([0u64, 1, u64::MAX]);
    through_npy([f16::from_f32(-0.0), f16::INFINITY, f16::from_f32(6e-8)]);
    through_npy([bf16::from_f32(-0.0), bf16::NEG_INFINITY, bf16::from_f32(1e-40)]);
    through_npy([-0.0f32, f32::MIN_POSITIVE, 1e-45]);
    through_npy([-0.0f64, f64::INFINITY, 5e-324]);
    through_npy([Complex::new(1.0f32, -0.0), Complex::new(f32::INFINITY, 2.0), Complex::new(0.0, 1e-45)]);
    through_npy([Complex::new(1.0f64, -0.0), Complex::new(f64::INFINITY, 2.0), Complex::new(0.0, 5e-324)]);
}

#[test]
fn npy_files_say_what_type_they_hold() {
    for x in
        [Literal::from([1.5f32]), Literal::from([[true], [false]]), Literal::from([1u64]), Literal::from(2i8)]
    {
        assert_eq!(Literal::from_npy(&x.to_npy().unwrap()).unwrap(), x);
    }
    assert!(Literal::from_npy(b"no file").is_err());
    assert!(Literal::Tuple(vec![]).to_npy().is_err());
}

#[test]
fn every_element_type_goes_through_a_program() {
    for &t in PrimitiveType::ALL {
        let zero = Literal::from([0u8]).convert(t).unwrap();
        assert_eq!(zero.element_type(), Some(t));
        let one = Literal::from([1.0f32, 0.0]).convert(t).unwrap();
        let back = one.convert(PrimitiveType::F32).unwrap();
        // A format of powers of two has no zero: the smallest power stands for it.
        let wanted = if t == PrimitiveType::F8E8M0FNU { back.clone() } else { Literal::from([1.0f32, 0.0]) };
        assert_eq!((back.to_vec::<f32>().unwrap()[0], back), (1.0, wanted), "{t}");
    }
}

#[test]
fn literals_that_do_not_fit_are_errors() {
    assert!(Literal::from_slice(&[1, 2, 3], &[2]).is_err());
    assert!(Literal::from_slice(&[1], &[-1]).is_err());
    assert!(Literal::splat(0u8, &[i64::MAX, 4]).is_err());
    assert!(Literal::from([1]).to_vec::<u32>().is_err());
    assert!(Literal::from([1, 2]).scalar::<i32>().is_err());
    // The variant can be made by hand with too few bytes.
    let short = Literal::Array(PrimitiveType::S32, vec![3], vec![0; 4]);
    assert!(eval(|b| b.constant(short.clone())).is_err());
    assert!(!short.to_string().contains("dense"));
    let b = XlaBuilder::new("short");
    let x = b.parameter(0, &Shape::array(PrimitiveType::S32, &[3]), "x").unwrap();
    let run = Client::interpreter().compile(&b.build(x).unwrap()).unwrap();
    assert!(run.execute(&[short]).is_err());
}

#[test]
fn shapes_are_read_as_they_are_written() {
    for text in [
        "f32[]",
        "pred[2,0,3]",
        "s4[<=8,2]",
        "bf16[?]",
        "c128[2,3]{1,0}",
        "(f32[2], (u8[], token[]), f8e4m3fn[4])",
        "()",
        "token[]",
    ] {
        assert_eq!(text.parse::<Shape>().unwrap().to_string(), text);
    }
    assert_eq!("f32[?]".parse::<Shape>().unwrap().dimensions(), [UNBOUNDED]);
    for text in [
        "",
        "f32",
        "f32[",
        "f33[2]",
        "f32[-1]",
        "f32[a]",
        "(f32[]",
        "(f32[] f32[])",
        "f32[2]x",
        "f32[2,2]{0}",
    ] {
        assert!(text.parse::<Shape>().is_err(), "{text}");
    }
    assert!("(".repeat(10_000).parse::<Shape>().is_err());
}
