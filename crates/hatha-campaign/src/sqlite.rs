//! A queue in an SQLite file; `docs/formats/campaign.md` describes it.
//!
//! **Invariant.** The file belongs to one process at a time (an exclusive lock,
//! which the system takes away with the process). Every result is one committed
//! transaction, and its pair is its primary key.

use crate::outcome::{Answer, Outcome};
use crate::queue::{Pair, Queue, Trouble};
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::BTreeSet;
use std::path::Path;

/// The version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS pair (
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  entry TEXT NOT NULL,
  rule TEXT NOT NULL,
  lines INTEGER NOT NULL,
  UNIQUE (file, entry, rule)
);
CREATE TABLE IF NOT EXISTS result (
  pair INTEGER PRIMARY KEY REFERENCES pair (id),
  answer TEXT NOT NULL,
  reason TEXT NOT NULL,
  seconds REAL NOT NULL,
  iterations INTEGER NOT NULL,
  tests INTEGER NOT NULL,
  timed_out INTEGER NOT NULL,
  document TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
";

/// A campaign on the disk.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// Pairs that were given out by this process.
    taken: BTreeSet<i64>,
}

impl From<rusqlite::Error> for Trouble {
    fn from(e: rusqlite::Error) -> Self {
        Trouble(e.to_string())
    }
}

impl Store {
    /// Opens a campaign, or begins one.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        let version: i64 = connection
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(|e| busy(&e))?;
        if version != 0 && version != VERSION {
            let why = format!("it was made by another version of hatha (tables {version})");
            return Err(Trouble(why));
        }
        // Writing takes the exclusive lock, and fails if another process has it.
        connection
            .pragma_update(None, "user_version", VERSION)
            .map_err(|e| busy(&e))?;
        connection.execute_batch(TABLES)?;
        Ok(Store {
            connection,
            taken: BTreeSet::new(),
        })
    }

    /// Adds pairs; those that are there already stay as they are, with their results.
    pub fn add(&mut self, pairs: &[Pair]) -> Result<(), Trouble> {
        let transaction = self.connection.transaction()?;
        for pair in pairs {
            transaction.execute(
                "INSERT OR IGNORE INTO pair (file, entry, rule, lines) VALUES (?1, ?2, ?3, ?4)",
                params![pair.file, pair.entry, pair.rule, pair.lines as i64],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Notes how the campaign is run; a different value of an earlier run is an error, because
    /// results under different settings do not belong into one table.
    pub fn setting(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        let known: Option<String> = self
            .connection
            .query_row("SELECT value FROM setting WHERE name = ?1", [name], |r| {
                r.get(0)
            })
            .optional()?;
        match known {
            Some(known) if known != value => Err(Trouble(format!(
                "it was begun with {name} {known}, not {value}"
            ))),
            Some(_) => Ok(()),
            None => {
                let insert = "INSERT INTO setting (name, value) VALUES (?1, ?2)";
                self.connection.execute(insert, params![name, value])?;
                Ok(())
            }
        }
    }

    /// How many pairs there are.
    pub fn count(&self) -> Result<u64, Trouble> {
        let count: i64 = self
            .connection
            .query_row("SELECT count(*) FROM pair", [], |r| r.get(0))?;
        Ok(count as u64)
    }

    /// All results, in the order of their pairs.
    pub fn results(&self) -> Result<Vec<(Pair, Outcome)>, Trouble> {
        let mut query = self.connection.prepare(
            "SELECT file, entry, rule, lines, answer, reason, seconds, iterations, tests, \
             timed_out, document FROM pair JOIN result ON pair.id = result.pair \
             ORDER BY file, entry, rule",
        )?;
        let rows = query.query_map([], row)?;
        let mut all = Vec::new();
        for found in rows {
            all.push(found?);
        }
        Ok(all)
    }

    fn id(&self, pair: &Pair) -> Result<i64, Trouble> {
        let id = self.connection.query_row(
            "SELECT id FROM pair WHERE file = ?1 AND entry = ?2 AND rule = ?3",
            params![pair.file, pair.entry, pair.rule],
            |r| r.get(0),
        )?;
        Ok(id)
    }
}

fn busy(e: &rusqlite::Error) -> Trouble {
    match e.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => {
            Trouble("another campaign is running on it".to_owned())
        }
        _ => Trouble(e.to_string()),
    }
}

fn row(r: &Row<'_>) -> rusqlite::Result<(Pair, Outcome)> {
    let answer: String = r.get(4)?;
    let pair = Pair {
        file: r.get(0)?,
        entry: r.get(1)?,
        rule: r.get(2)?,
        lines: r.get::<_, i64>(3)? as u64,
    };
    let outcome = Outcome {
        answer: Answer::named(&answer).unwrap_or(Answer::Crashed),
        reason: r.get(5)?,
        seconds: r.get(6)?,
        iterations: r.get::<_, i64>(7)? as u64,
        tests: r.get::<_, i64>(8)? as u64,
        timed_out: r.get::<_, i64>(9)? != 0,
        document: r.get(10)?,
    };
    Ok((pair, outcome))
}

impl Queue for Store {
    fn take(&mut self) -> Result<Option<Pair>, Trouble> {
        let mut query = self.connection.prepare_cached(
            "SELECT id, file, entry, rule, lines FROM pair \
             WHERE id > ?1 AND id NOT IN (SELECT pair FROM result) ORDER BY id LIMIT 1",
        )?;
        // Pairs are given out in order, so the last one taken tells where to go on.
        let last = self.taken.last().copied().unwrap_or(0);
        let next = query
            .query_row([last], |r| {
                let pair = Pair {
                    file: r.get(1)?,
                    entry: r.get(2)?,
                    rule: r.get(3)?,
                    lines: r.get::<_, i64>(4)? as u64,
                };
                Ok((r.get::<_, i64>(0)?, pair))
            })
            .optional()?;
        Ok(next.map(|(id, pair)| {
            self.taken.insert(id);
            pair
        }))
    }

    fn finish(&mut self, pair: &Pair, outcome: &Outcome) -> Result<bool, Trouble> {
        let id = self.id(pair)?;
        let changed = self.connection.execute(
            "INSERT OR IGNORE INTO result VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                id,
                outcome.answer.name(),
                outcome.reason,
                outcome.seconds,
                outcome.iterations as i64,
                outcome.tests as i64,
                i64::from(outcome.timed_out),
                outcome.document,
            ],
        )?;
        Ok(changed == 1)
    }
}
