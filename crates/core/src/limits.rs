//! How far a search may go: states, time, memory.

use std::time::Duration;

/// Where a search must stop. `None` means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// States searched.
    pub states: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Memory of the search's tables, in bytes.
    pub bytes: Option<u64>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Self = Self {
        states: None,
        time: None,
        bytes: None,
    };
}

/// The text is no duration or size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {wanted}")]
pub struct ParseLimitError {
    text: String,
    wanted: &'static str,
}

/// Reads `30s`, `1.5s`, `200ms`, `2m`, `1h`; a bare number is in seconds.
///
/// ```
/// use std::time::Duration;
/// use patience_core::parse_duration;
/// assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
/// assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
/// assert!(parse_duration("soon").is_err());
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, ParseLimitError> {
    let seconds = with_unit(
        text,
        &[
            ("ms", 1e-3),
            ("s", 1.0),
            ("m", 60.0),
            ("h", 3600.0),
            ("", 1.0),
        ],
    );
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| ParseLimitError {
            text: text.chars().take(40).collect(),
            wanted: "a time such as 30s, 200ms or 2m",
        })
}

/// Reads `2GiB`, `500MB`, `64KiB`; a bare number is in bytes.
///
/// ```
/// use patience_core::parse_bytes;
/// assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
/// assert_eq!(parse_bytes("500MB"), Ok(500_000_000));
/// ```
pub fn parse_bytes(text: &str) -> Result<u64, ParseLimitError> {
    const KI: f64 = 1024.0;
    let units = [
        ("kib", KI),
        ("mib", KI * KI),
        ("gib", KI * KI * KI),
        ("tib", KI * KI * KI * KI),
        ("kb", 1e3),
        ("mb", 1e6),
        ("gb", 1e9),
        ("tb", 1e12),
        ("k", KI),
        ("m", KI * KI),
        ("g", KI * KI * KI),
        ("b", 1.0),
        ("", 1.0),
    ];
    with_unit(text, &units)
        .filter(|&bytes| bytes < 1e18)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| ParseLimitError {
            text: text.chars().take(40).collect(),
            wanted: "a size such as 2GiB or 500MB",
        })
}

fn with_unit(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let lower = text.trim().to_ascii_lowercase();
    let (number, factor) = units.iter().find_map(|(unit, factor)| {
        let number = lower.strip_suffix(unit)?.trim_end();
        number
            .ends_with(|letter: char| letter.is_ascii_digit())
            .then_some((number, factor))
    })?;
    if !number
        .chars()
        .all(|letter| letter.is_ascii_digit() || letter == '.')
    {
        return None;
    }
    let value: f64 = number.parse().ok()?;
    Some(value * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(parse_duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_duration("30 s"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_duration("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(parse_duration("0s"), Ok(Duration::ZERO));
        for text in ["", "s", "-1s", "1e3s", "1 day", "inf", "nan", ".", "s30"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_bytes("1024"), Ok(1024));
        assert_eq!(parse_bytes("1.5gib"), Ok(3 << 29));
        assert_eq!(parse_bytes("8G"), Ok(8 << 30));
        for text in ["", "GiB", "-1", "1 PB", "1e9", "99999999TB"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}
