//! A shard as a Parquet file: its rows, and in the footer everything that
//! status and report need, so that they read footers only.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, GzipLevel};
use parquet::column::reader::ColumnReader;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader as _, RowGroupReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::row::{Row, Verdict, Word, digest};
use crate::totals::Totals;

/// The columns. Others read them: they may grow, never change.
const SCHEMA: &str = "
message row {
  REQUIRED INT64 deal (INTEGER(64, false));
  REQUIRED BYTE_ARRAY outcome (UTF8);
  OPTIONAL BYTE_ARRAY stop (UTF8);
  OPTIONAL BYTE_ARRAY proved (UTF8);
  OPTIONAL INT32 length (INTEGER(32, false));
  OPTIONAL INT32 lower_bound (INTEGER(32, false));
  OPTIONAL INT32 cheats (INTEGER(32, false));
  OPTIONAL INT32 score (INTEGER(32, false));
  OPTIONAL INT32 cards (INTEGER(32, false));
  OPTIONAL BOOLEAN cleared;
  REQUIRED INT64 states (INTEGER(64, false));
  REQUIRED INT32 micros (INTEGER(32, false));
}";

/// The key of the footer's metadata.
const KEY: &str = "patience";

/// What a shard's footer says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Footer {
    /// The digest of the plan.
    pub plan: String,
    /// The number of the shard.
    pub shard: u64,
    /// What its rows come to.
    pub totals: Totals,
    /// The digest of its rows.
    pub digest: String,
    /// Where it was computed.
    pub host: String,
}

impl Footer {
    /// The footer for these rows.
    pub fn new(plan: &str, shard: u64, rows: &[Row]) -> Self {
        Self {
            plan: plan.to_owned(),
            shard,
            totals: Totals::of(rows),
            digest: digest(rows),
            host: host(),
        }
    }
}

/// The name of this machine, as far as it can be known without asking it.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
    name.map_or_else(|| "?".to_owned(), |name| name.trim().to_owned())
}

/// Values of a column, and for an optional column which rows have one.
fn optional<T: Copy, V>(
    rows: &[Row],
    value: impl Fn(&Row) -> Option<T>,
    convert: impl Fn(T) -> V,
) -> (Vec<V>, Vec<i16>) {
    let found: Vec<_> = rows.iter().map(value).collect();
    let levels = found.iter().map(|found| i16::from(found.is_some()));
    let levels = levels.collect();
    (found.into_iter().flatten().map(convert).collect(), levels)
}

fn words<W: Word>(rows: &[Row], word: impl Fn(&Row) -> Option<W>) -> (Vec<ByteArray>, Vec<i16>) {
    optional(rows, word, |word: W| word.word().into())
}

/// Writes a shard.
pub fn write(out: impl Write + Send, rows: &[Row], footer: &Footer) -> Result<(), Error> {
    write_file(out, rows, footer).map_err(|error| Error::damaged("the shard", error))
}

fn write_file(out: impl Write + Send, rows: &[Row], footer: &Footer) -> Result<(), ParquetError> {
    let text = serde_json::to_string(footer);
    let text = text.map_err(|error| ParquetError::External(error.into()))?;
    let deal = ColumnPath::from("deal");
    let properties = WriterProperties::builder()
        .set_compression(Compression::GZIP(GzipLevel::try_new(3)?))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_column_dictionary_enabled(deal.clone(), false)
        .set_column_encoding(deal, Encoding::DELTA_BINARY_PACKED)
        .set_created_by(format!("patience {}", crate::VERSION))
        .set_key_value_metadata(Some(vec![KeyValue::new(KEY.to_owned(), text)]))
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    let mut index = 0;
    while let Some(mut column) = group.next_column()? {
        let as_i32 = |number: u32| number as i32;
        let (numbers, levels) = match index {
            4 => optional(rows, |row| row.length, as_i32),
            5 => optional(rows, |row| row.lower_bound, as_i32),
            6 => optional(rows, |row| row.cheats, as_i32),
            7 => optional(rows, |row| row.score, as_i32),
            8 => optional(rows, |row| row.cards, as_i32),
            11 => optional(rows, |row| Some(row.micros), as_i32),
            _ => (Vec::new(), Vec::new()),
        };
        match column.untyped() {
            ColumnWriter::Int64ColumnWriter(column) => {
                let value = |row: &Row| if index == 0 { row.deal } else { row.states };
                let values: Vec<_> = rows.iter().map(|row| value(row) as i64).collect();
                column.write_batch(&values, None, None)?;
            }
            ColumnWriter::ByteArrayColumnWriter(column) => {
                let (values, levels) = match index {
                    1 => words(rows, |row| Some(row.outcome)),
                    2 => words(rows, |row| row.stop),
                    _ => words(rows, |row| row.proved),
                };
                let levels = (index > 1).then_some(levels.as_slice());
                column.write_batch(&values, levels, None)?;
            }
            ColumnWriter::BoolColumnWriter(column) => {
                let (values, levels) = optional(rows, |row| row.cleared, |cleared| cleared);
                column.write_batch(&values, Some(&levels), None)?;
            }
            ColumnWriter::Int32ColumnWriter(column) => {
                let levels = (index != 11).then_some(levels.as_slice());
                column.write_batch(&numbers, levels, None)?;
            }
            _ => unreachable!("the schema has no such column"),
        }
        column.close()?;
        index += 1;
    }
    group.close()?;
    file.close()?;
    Ok(())
}

fn open(path: &Path) -> Result<SerializedFileReader<File>, Error> {
    let file = File::open(path).map_err(Error::file(path))?;
    SerializedFileReader::new(file).map_err(|error| Error::damaged(path, error))
}

/// Reads a shard's footer.
pub fn read_footer(path: &Path) -> Result<Footer, Error> {
    footer_of(path, &open(path)?)
}

fn footer_of(path: &Path, file: &SerializedFileReader<File>) -> Result<Footer, Error> {
    let metadata = file.metadata().file_metadata().key_value_metadata();
    let text = metadata.and_then(|all| all.iter().find(|entry| entry.key == KEY)?.value.as_ref());
    let text = text.ok_or_else(|| Error::damaged(path, "it is not a shard of a survey"))?;
    serde_json::from_str(text).map_err(|error| Error::damaged(path, error))
}

/// Reads a shard.
pub fn read(path: &Path) -> Result<(Vec<Row>, Footer), Error> {
    let file = open(path)?;
    let footer = footer_of(path, &file)?;
    let mut rows = Vec::new();
    for group in 0..file.num_row_groups() {
        let group = file.get_row_group(group);
        let read = group.and_then(|group| read_group(&*group));
        rows.extend(read.map_err(|error| Error::damaged(path, error))?);
    }
    Ok((rows, footer))
}

/// The values of a column, none where a row has none.
fn spread<V: Copy, T>(values: &[V], levels: &[i16], convert: impl Fn(V) -> T) -> Vec<Option<T>> {
    let mut values = values.iter();
    let value = |level: &i16| match level {
        0 => None,
        _ => values.next().map(|value| convert(*value)),
    };
    levels.iter().map(value).collect()
}

fn read_group(group: &dyn RowGroupReader) -> Result<Vec<Row>, ParquetError> {
    let count = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let wrong = |column: &str| ParquetError::General(format!("column {column} is damaged"));
    let i64s = |index: usize| match group.get_column_reader(index)? {
        ColumnReader::Int64ColumnReader(mut reader) => {
            let mut values = Vec::new();
            reader.read_records(count, None, None, &mut values)?;
            Ok(values)
        }
        _ => Err(wrong("of numbers")),
    };
    let i32s = |index: usize, is_optional: bool| match group.get_column_reader(index)? {
        ColumnReader::Int32ColumnReader(mut reader) => {
            let (mut values, mut levels) = (Vec::new(), Vec::new());
            let at = is_optional.then_some(&mut levels);
            reader.read_records(count, at, None, &mut values)?;
            if !is_optional {
                levels = vec![1; values.len()];
            }
            Ok(spread(&values, &levels, |value| value as u32))
        }
        _ => Err(wrong("of numbers")),
    };
    let texts = |index: usize, is_optional: bool| match group.get_column_reader(index)? {
        ColumnReader::ByteArrayColumnReader(mut reader) => {
            let (mut values, mut levels) = (Vec::new(), Vec::new());
            let at = is_optional.then_some(&mut levels);
            reader.read_records(count, at, None, &mut values)?;
            if !is_optional {
                levels = vec![1; values.len()];
            }
            let mut values = values.into_iter();
            let value = |level: &i16| if *level == 0 { None } else { values.next() };
            Ok(levels.iter().map(value).collect::<Vec<_>>())
        }
        _ => Err(wrong("of words")),
    };
    let cleared = match group.get_column_reader(9)? {
        ColumnReader::BoolColumnReader(mut reader) => {
            let (mut values, mut levels) = (Vec::new(), Vec::new());
            reader.read_records(count, Some(&mut levels), None, &mut values)?;
            spread(&values, &levels, |value| value)
        }
        _ => return Err(wrong("cleared")),
    };
    fn word<W: Word>(text: Option<&ByteArray>) -> Option<W> {
        text.and_then(|text| W::of_word(text.data()))
    }
    let (deals, states) = (i64s(0)?, i64s(10)?);
    let (outcomes, stops, proofs) = (texts(1, false)?, texts(2, true)?, texts(3, true)?);
    let numbers: Vec<_> = (4..=8)
        .map(|index| i32s(index, true))
        .collect::<Result<_, _>>()?;
    let micros = i32s(11, false)?;
    let is_whole = [deals.len(), states.len(), outcomes.len(), micros.len()] == [count; 4]
        && [stops.len(), proofs.len(), cleared.len()] == [count; 3]
        && numbers.iter().all(|column| column.len() == count);
    if !is_whole {
        return Err(wrong("lengths"));
    }
    let rows = (0..count).map(|at| {
        Some(Row {
            deal: deals[at] as u64,
            outcome: word::<Verdict>(outcomes[at].as_ref())?,
            stop: word(stops[at].as_ref()),
            proved: word(proofs[at].as_ref()),
            length: numbers[0][at],
            lower_bound: numbers[1][at],
            cheats: numbers[2][at],
            score: numbers[3][at],
            cards: numbers[4][at],
            cleared: cleared[at],
            states: states[at] as u64,
            micros: micros[at].unwrap_or(0),
        })
    });
    rows.collect::<Option<_>>().ok_or_else(|| wrong("outcome"))
}
