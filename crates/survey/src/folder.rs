//! A survey's folder. The files are the truth: whatever is stopped, and however,
//! the folder says what is done.
//!
//! ```text
//! plan.json                     the question; written first, never changed
//! shards/000000000123.parquet   a finished shard: it appears whole, by renaming
//! open/000000000123.jsonl       a shard in work: its rows so far, and a lock
//! retries/1/..                  undecided deals again, with larger limits
//! ```

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::plan::{FORMAT, Plan};
use crate::row::Row;
use crate::shard::{self, Footer};

/// A survey's folder, with its plan.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    plan: Plan,
    hash: String,
}

impl Folder {
    /// Opens a survey.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = path.join("plan.json");
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::NoSurvey { path: path.into() });
            }
            Err(error) => return Err(Error::file(file)(error)),
        };
        let plan: Plan =
            serde_json::from_str(&text).map_err(|error| Error::damaged(&file, error))?;
        if plan.format != FORMAT {
            let reason = format!("it has format {}; this program reads {FORMAT}", plan.format);
            return Err(Error::damaged(file, reason));
        }
        if plan.text()? != text {
            return Err(Error::damaged(file, "it is not as it was written"));
        }
        let hash = plan.hash()?;
        Ok(Self {
            path: path.into(),
            plan,
            hash,
        })
    }

    /// Opens the survey with this plan, or begins it. A folder that has another
    /// plan is refused.
    pub fn begin(path: &Path, plan: Plan) -> Result<Self, Error> {
        if path.join("plan.json").exists() {
            let there = Self::open(path)?;
            there.refuse_other(&plan)?;
            return Ok(there);
        }
        for folder in ["shards", "open"] {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
        }
        let text = plan.text()?;
        // Two commands may begin at once: the link fails for the second one.
        let part = path.join(format!("plan.json.{}.part", std::process::id()));
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::hard_link(&part, path.join("plan.json")).or_else(|error| {
                match path.join("plan.json").exists() {
                    true => Ok(()),
                    // A file system without links.
                    false if error.kind() != io::ErrorKind::AlreadyExists => {
                        fs::rename(&part, path.join("plan.json"))
                    }
                    false => Err(error),
                }
            })
        };
        let written = write();
        let _ = fs::remove_file(&part);
        written.map_err(Error::file(path.join("plan.json")))?;
        sync_folder(path);
        let there = Self::open(path)?;
        there.refuse_other(&plan)?;
        Ok(there)
    }

    /// Refuses a plan that is not this survey's.
    fn refuse_other(&self, plan: &Plan) -> Result<(), Error> {
        if *plan == self.plan {
            return Ok(());
        }
        let (mine, theirs) = (self.plan.text()?, plan.text()?);
        let mine: Vec<_> = mine.lines().collect();
        let theirs: Vec<_> = theirs.lines().collect();
        let tidy = |line: &&str| line.trim().trim_end_matches(',').to_owned();
        let missing = |from: &[&str], other: &[&str]| {
            let lines = from.iter().filter(|line| !other.contains(line));
            let lines: Vec<_> = lines.map(tidy).collect();
            if lines.is_empty() {
                "nothing".to_owned()
            } else {
                lines.join(", ")
            }
        };
        Err(Error::OtherPlan {
            path: self.path.clone(),
            differences: format!(
                "the folder has {}; you ask for {}",
                missing(&mine, &theirs),
                missing(&theirs, &mine)
            ),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its question.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The digest of its question.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Where a shard is, once it is finished.
    pub fn shard_path(&self, shard: u64) -> PathBuf {
        self.path.join(format!("shards/{shard:012}.parquet"))
    }

    /// The numbers of the finished shards.
    pub fn finished(&self) -> Result<Vec<u64>, Error> {
        let folder = self.path.join("shards");
        let mut numbers = Vec::new();
        for entry in fs::read_dir(&folder).map_err(Error::file(&folder))? {
            let name = entry.map_err(Error::file(&folder))?.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".parquet"));
            numbers.extend(number.and_then(|number| number.parse::<u64>().ok()));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The footers of the finished shards, in order.
    pub fn footers(&self) -> Result<Vec<Footer>, Error> {
        let footer = |shard| {
            let path = self.shard_path(shard);
            let footer = shard::read_footer(&path)?;
            match footer.plan == self.hash && footer.shard == shard {
                true => Ok(footer),
                false => Err(Error::damaged(
                    path,
                    "it belongs to another survey or place",
                )),
            }
        };
        self.finished()?.into_iter().map(footer).collect()
    }

    /// The levels of retries that have begun, the lowest first.
    pub fn retries(&self) -> Result<Vec<Self>, Error> {
        let path = |level: usize| self.path.join(format!("retries/{level}"));
        (1..)
            .map(path)
            .take_while(|path| path.join("plan.json").exists())
            .map(|path| Self::open(&path))
            .collect()
    }

    /// Puts a finished shard in its place.
    pub fn put(&self, shard: u64, rows: &[Row]) -> Result<Footer, Error> {
        let footer = Footer::new(&self.hash, shard, rows);
        let mut bytes = Vec::new();
        shard::write(&mut bytes, rows, &footer)?;
        self.put_bytes(shard, &bytes, |_| Ok(()))?;
        Ok(footer)
    }

    /// Puts a shard's file in its place: beside it, synchronised, checked,
    /// renamed.
    pub(crate) fn put_bytes<T>(
        &self,
        shard: u64,
        bytes: &[u8],
        check: impl FnOnce(&Path) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let path = self.shard_path(shard);
        let part = path.with_extension(format!("{}.part", std::process::id()));
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        let put = || {
            write().map_err(Error::file(&path))?;
            let checked = check(&part)?;
            fs::rename(&part, &path).map_err(Error::file(&path))?;
            Ok(checked)
        };
        let put = put();
        match put {
            Ok(_) => sync_folder(&self.path.join("shards")),
            Err(_) => {
                let _ = fs::remove_file(&part);
            }
        }
        put
    }

    /// Takes away the journals of shards that are finished: of a command that was
    /// killed after it had put the shard in its place.
    pub(crate) fn tidy(&self) -> Result<(), Error> {
        // A folder that was copied may be without it.
        let Ok(entries) = fs::read_dir(self.path.join("open")) else {
            return Ok(());
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".jsonl"));
            let number = number.and_then(|number| number.parse::<u64>().ok());
            if let Some(shard) = number.filter(|shard| self.shard_path(*shard).exists()) {
                self.take(shard)?;
            }
        }
        Ok(())
    }

    /// Takes a shard to work on. None if it is finished, or somebody else works
    /// on it.
    pub fn take(&self, shard: u64) -> Result<Option<Journal>, Error> {
        let path = self.path.join(format!("open/{shard:012}.jsonl"));
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path);
        let file = file.map_err(Error::file(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // A file system without locks: the work may be done twice, and is
            // then found to be equal.
            Err(TryLockError::Error(_)) => {}
        }
        let journal = Journal { file, path };
        if self.shard_path(shard).exists() {
            journal.remove();
            return Ok(None);
        }
        Ok(Some(journal))
    }
}

/// What has been found in a shard that is not finished. The file is locked as
/// long as somebody works on it.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// The rows that an earlier run left. A line that was cut off, and all after
    /// it, is dropped.
    pub fn rows(&mut self, deals: &[u64]) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::new();
        let mut good = 0;
        let mut lines = BufReader::new(&self.file);
        let mut line = String::new();
        while lines
            .read_line(&mut line)
            .map_err(Error::file(&self.path))?
            > 0
        {
            let Ok(row) = serde_json::from_str::<Row>(&line) else {
                break;
            };
            // The rows of a shard are those of its deals, in order.
            if !line.ends_with('\n') || deals.get(rows.len()) != Some(&row.deal) {
                break;
            }
            good += line.len() as u64;
            rows.push(row);
            line.clear();
        }
        self.file.set_len(good).map_err(Error::file(&self.path))?;
        Ok(rows)
    }

    /// Keeps more rows.
    pub fn keep(&mut self, rows: &[Row]) -> Result<(), Error> {
        let mut text = Vec::new();
        for row in rows {
            serde_json::to_writer(&mut text, row)?;
            text.push(b'\n');
        }
        let write = |file: &mut File| file.write_all(&text).and_then(|()| file.sync_data());
        write(&mut self.file).map_err(Error::file(&self.path))
    }

    /// Takes it away: the shard is finished.
    pub fn remove(self) {
        // If that fails, the next run tidies up.
        let _ = fs::remove_file(&self.path);
    }
}

/// Makes sure that a new name in a folder survives a power cut, where the system
/// can do that.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(path) {
        let _ = folder.sync_all();
    }
}
