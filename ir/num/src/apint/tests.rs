//! Tests of integers.

use super::{ApInt, Signedness};

#[test]
fn parses_within_width() {
    assert_eq!(ApInt::parse("255", false, 8, Signedness::Signless), Ok(ApInt::from_u64(8, 255)));
    assert!(ApInt::parse("256", false, 8, Signedness::Signless).is_err());
    assert_eq!(ApInt::parse("128", true, 8, Signedness::Signless), Ok(ApInt::min_signed(8)));
}
