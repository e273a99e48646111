//! The functions that JIT-compiled code may call without a definition by the host: C's memory and mathematical functions, and the helpers
//! that LLVM calls for operations without an instruction. No other symbol of the process is visible to compiled code.

/// A symbol's name and its address.
pub(crate) type Symbol = (&'static str, *const ());

macro_rules! c_functions {
    ($($name:ident)*) => {{
        // The signatures do not matter: only the addresses are taken.
        unsafe extern "C" {
            $(fn $name();)*
        }
        &[$((stringify!($name), $name as *const ())),*]
    }};
}

/// The visible symbols.
pub(crate) fn allowed() -> Vec<Symbol> {
    let c: &[Symbol] = c_functions! {
        memcpy memmove memset memcmp malloc calloc realloc free aligned_alloc abort
        acosf acoshf asinf asinhf atanf atan2f atanhf cbrtf ceilf copysignf cosf coshf erff erfcf expf exp2f expm1f fabsf floorf fmaf
        fmaxf fminf fmodf hypotf ldexpf lgammaf logf log10f log1pf log2f nearbyintf powf remainderf rintf roundf roundevenf sincosf
        sinf sinhf sqrtf tanf tanhf tgammaf truncf
        acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma
        fmax fmin fmod hypot ldexp lgamma log log10 log1p log2 nearbyint pow remainder rint round roundeven sincos
        sin sinh sqrt tan tanh tgamma trunc
        __divti3 __modti3 __udivti3 __umodti3 __multi3 __muloti4 __ashlti3 __ashrti3 __lshrti3
        __floattisf __floattidf __floatuntisf __floatuntidf __fixsfti __fixdfti __fixunssfti __fixunsdfti
    };
    let half: [Symbol; 5] = [
        ("__extendhfsf2", extend_half as *const ()),
        ("__truncsfhf2", single_to_half as *const ()),
        ("__truncdfhf2", double_to_half as *const ()),
        ("__truncsfbf2", single_to_bfloat as *const ()),
        ("__truncdfbf2", double_to_bfloat as *const ()),
    ];
    c.iter().copied().chain(half).collect()
}

// The 16-bit formats are passed in the low half of a floating-point register, which in Rust is the low half of an `f32`'s bits.

extern "C" fn extend_half(half: f32) -> f32 {
    let bits = half.to_bits() & 0xffff;
    let sign = (bits & 0x8000) << 16;
    let (exponent, mantissa) = ((bits >> 10) & 0x1f, bits & 0x3ff);
    let magnitude = match (exponent, mantissa) {
        (0, _) => (mantissa as f32 * f32::from_bits(0x3380_0000)).to_bits(),
        (0x1f, 0) => 0x7f80_0000,
        (0x1f, _) => 0x7fc0_0000 | (mantissa << 13),
        _ => ((exponent + 112) << 23) | (mantissa << 13),
    };
    f32::from_bits(sign | magnitude)
}

extern "C" fn single_to_half(x: f32) -> f32 {
    f32::from_bits(u32::from(narrow(u64::from(x.to_bits()), 8, 23, 5, 10)))
}

extern "C" fn double_to_half(x: f64) -> f32 {
    f32::from_bits(u32::from(narrow(x.to_bits(), 11, 52, 5, 10)))
}

extern "C" fn single_to_bfloat(x: f32) -> f32 {
    f32::from_bits(u32::from(narrow(u64::from(x.to_bits()), 8, 23, 8, 7)))
}

extern "C" fn double_to_bfloat(x: f64) -> f32 {
    f32::from_bits(u32::from(narrow(x.to_bits(), 11, 52, 8, 7)))
}

/// Rounds a binary format with `from_exp` exponent and `from_man` mantissa bits to a 16-bit one, to nearest, ties to even.
fn narrow(bits: u64, from_exp: u32, from_man: u32, to_exp: u32, to_man: u32) -> u16 {
    let sign = ((bits >> (from_exp + from_man)) as u16) << 15;
    let exponent = (bits >> from_man) & ((1 << from_exp) - 1);
    let mantissa = bits & ((1 << from_man) - 1);
    let infinity = ((1u64 << to_exp) - 1) << to_man;
    let drop = from_man - to_man;
    let magnitude = if exponent == (1 << from_exp) - 1 {
        // A NaN remains a NaN: it becomes quiet and keeps the upper bits of its payload.
        if mantissa == 0 { infinity } else { infinity | 1 << (to_man - 1) | mantissa >> drop }
    } else {
        let bias = (1i64 << (to_exp - 1)) - (1i64 << (from_exp - 1));
        let scaled = exponent.max(1) as i64 + bias;
        let significand = mantissa | u64::from(exponent != 0) << from_man;
        // Below the smallest normal number the significand is shifted right; the exponent field is then zero.
        let shift = i64::from(drop) + (1 - scaled).max(0);
        if shift > i64::from(from_man) + 2 {
            0
        } else {
            let kept = significand >> shift;
            let rest = significand & ((1 << shift) - 1);
            let half = 1u64 << (shift - 1);
            let rounded = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
            // The hidden bit, if there is one, adds one to the exponent field; so does a carry of the rounding.
            (rounded + (((scaled - 1).max(0) as u64) << to_man)).min(infinity)
        }
    };
    sign | magnitude as u16
}
