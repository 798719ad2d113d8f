//! A day of the calendar. There is no clock here: whoever has one says which day
//! it is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A day of the Gregorian calendar, written `2026-11-16`.
///
/// ```
/// use patience::Date;
/// let day: Date = "2028-02-28".parse().unwrap();
/// assert_eq!(day.next().to_string(), "2028-02-29");
/// assert_eq!(day.weekday(), 0);
/// assert_eq!(Date::from_unix_seconds(0).to_string(), "1970-01-01");
/// assert!("2027-02-29".parse::<Date>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    /// Days since 1 January 1970.
    days: i64,
}

/// A day, a month and a year.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Civil {
    year: i64,
    month: u32,
    day: u32,
}

/// The text is not a day such as `2026-11-16`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a day: write it like 2026-11-16")]
pub struct ParseDateError;

const SECONDS: i64 = 86_400;
/// Days in 400 years: the calendar repeats after them.
const CYCLE: i64 = 146_097;
/// From 1 March of the year 0 to 1 January 1970.
const EPOCH: i64 = 719_468;

impl Date {
    /// The day, in universal time, of a moment in seconds since 1970.
    pub const fn from_unix_seconds(seconds: i64) -> Self {
        Self {
            days: seconds.div_euclid(SECONDS),
        }
    }

    /// Days since 1 January 1970.
    pub const fn days(self) -> i64 {
        self.days
    }

    /// The day after it.
    #[must_use]
    pub const fn next(self) -> Self {
        self.plus(1)
    }

    /// The day before it.
    #[must_use]
    pub const fn previous(self) -> Self {
        self.plus(-1)
    }

    /// So many days later.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self {
            days: self.days + days,
        }
    }

    /// From 0 for Monday to 6 for Sunday.
    pub const fn weekday(self) -> usize {
        // 1 January 1970 was a Thursday.
        (self.days + 3).rem_euclid(7) as usize
    }

    /// Day of the month, from 1.
    pub const fn day(self) -> u32 {
        self.civil().day
    }

    /// Month, from 1.
    pub const fn month(self) -> u32 {
        self.civil().month
    }

    /// Year.
    pub const fn year(self) -> i64 {
        self.civil().year
    }

    /// The first day of its month.
    #[must_use]
    pub const fn first_of_month(self) -> Self {
        self.plus(1 - self.day() as i64)
    }

    /// The days of its month.
    pub fn days_of_month(self) -> impl Iterator<Item = Self> {
        let first = self.first_of_month();
        let days = (0..31).map(move |day| first.plus(day));
        days.take_while(move |day| day.month() == first.month())
    }

    /// Years are counted from March here, so that the leap day is the last.
    const fn civil(self) -> Civil {
        let days = self.days + EPOCH;
        let (cycle, day) = (days.div_euclid(CYCLE), days.rem_euclid(CYCLE));
        let year = (day - day / 1_460 + day / 36_524 - day / (CYCLE - 1)) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let is_late = month >= 10;
        Civil {
            year: cycle * 400 + year + is_late as i64,
            month: if is_late { month - 9 } else { month + 3 } as u32,
            day: day as u32,
        }
    }

    const fn from_civil(civil: Civil) -> Self {
        let year = civil.year - (civil.month <= 2) as i64;
        let (cycle, year) = (year.div_euclid(400), year.rem_euclid(400));
        let month = ((civil.month + 9) % 12) as i64;
        let day = (153 * month + 2) / 5 + civil.day as i64 - 1;
        let day = year * 365 + year / 4 - year / 100 + day;
        Self {
            days: cycle * CYCLE + day - EPOCH,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Civil { year, month, day } = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let mut parts = text.splitn(3, '-');
        let mut part = || {
            parts
                .next()
                .filter(|part| part.len() <= 4)
                .ok_or(ParseDateError)
        };
        let (year, month, day) = (part()?, part()?, part()?);
        let civil = Civil {
            year: year.parse::<u16>().map_err(|_| ParseDateError)?.into(),
            month: month.parse::<u8>().map_err(|_| ParseDateError)?.into(),
            day: day.parse::<u8>().map_err(|_| ParseDateError)?.into(),
        };
        if !(1..=12).contains(&civil.month) || !(1..=31).contains(&civil.day) {
            return Err(ParseDateError);
        }
        let date = Self::from_civil(civil);
        // 30 February is 1 or 2 March: no day that anybody means.
        (date.civil() == civil)
            .then_some(date)
            .ok_or(ParseDateError)
    }
}

impl TryFrom<String> for Date {
    type Error = ParseDateError;

    fn try_from(text: String) -> Result<Self, ParseDateError> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_four_centuries_is_read_as_it_is_written() {
        let first: Date = "1901-01-01".parse().unwrap();
        for day in (0..CYCLE).map(|days| first.plus(days)) {
            assert_eq!(day.to_string().parse(), Ok(day));
        }
    }

    #[test]
    fn a_month_has_its_days() {
        let february: Date = "2028-02-10".parse().unwrap();
        assert_eq!(february.days_of_month().count(), 29);
        let last = february.days_of_month().last().unwrap();
        assert_eq!(last.to_string(), "2028-02-29");
    }
}
