//! Databases of schedules: what `strata-tune` found for the kernels of programs, as text.
//!
//! ```text
//! strata-tuning-db 1
//! # target                 function          passes with options                                  gain
//! znver5:512:49152:1048576 4f1d2a9b03c8e761 linalg-tile{vector-bits=256},linalg-vectorize{vector-bits=256} # 1.12
//! ```
//! A line is for one processor, with the width of its vectors and its caches, and one function, which is known by its contents
//! (`attach-schedules` describes its hash). The schedules of a target are an option of its pipeline, so they are part of the key of a compile
//! cache, and the same database makes the same code.

use std::{collections::BTreeMap, fmt, path::Path};

use strata_codegen_llvm::Target as Processor;
use strata_ir::prelude::Body;
use strata_pass::{
    PassDef, Pipeline,
    pipeline::{parse_pipeline, print_pipeline},
};
use strata_registry::schedules::{self, AttachSchedules};

use crate::{
    error::{Error, ErrorKind, Place, Result},
    lower::run_pipeline,
    options::CompileOptions,
    program::Program,
};

/// The version of the format.
const VERSION: u32 = 1;
/// The option of the pipeline that has schedules.
const SCHEDULES: &str = "schedules";
/// The first word of a database.
const MAGIC: &str = "strata-tuning-db";

/// The schedule of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Passes with options, as a pipeline.
    pub pipeline: String,
    /// The time with usual options divided by that with these.
    pub gain: f64,
}

/// Schedules of functions, by target and hash.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TuningDb {
    entries: BTreeMap<(String, String), Schedule>,
}

impl TuningDb {
    /// Reads the database in a file.
    ///
    /// # Errors
    /// If the file cannot be read, or those of [`Self::parse`].
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::new(ErrorKind::Target, format!("the tuning database '{name}': {e}")))?;
        Self::parse(&name, &text)
    }

    /// Reads a database; `file` is its name in errors.
    ///
    /// # Errors
    /// If the text is no database, of another version, or has a line that is no schedule; with the place.
    pub fn parse(file: &str, text: &str) -> Result<Self> {
        let fail = |line: usize, message: String| {
            let place = Place { file: file.to_owned(), line: line as u32, column: 1 };
            Err(Error::at(ErrorKind::Target, place, message))
        };
        let mut lines = (1..).zip(text.lines());
        let first = lines.next().map_or("", |(_, line)| line);
        match first.strip_prefix(MAGIC).map(str::trim) {
            Some(version) if version == VERSION.to_string() => {}
            Some(version) => {
                return fail(1, format!("version '{version}' of the tuning database is not {VERSION}"));
            }
            None => return fail(1, format!("a tuning database begins with '{MAGIC} {VERSION}'")),
        }
        let mut entries = BTreeMap::new();
        for (number, line) in lines {
            let (entry, comment) = line.split_once('#').unwrap_or((line, ""));
            let mut words = entry.split_whitespace();
            let (Some(target), rest) = (words.next(), words) else { continue };
            let [hash, pipeline] = rest.collect::<Vec<_>>()[..] else {
                return fail(number, "a line has a target, a hash, and passes with options".to_owned());
            };
            if let Err(why) = parse_pipeline(pipeline) {
                return fail(number, format!("the schedule is no pipeline: {why}"));
            }
            if !schedules::is_hash(hash) {
                return fail(number, format!("'{hash}' is no hash of a function"));
            }
            let gain = comment.trim().parse().ok().filter(|gain: &f64| gain.is_finite()).unwrap_or(1.0);
            entries.insert(
                (target.to_owned(), hash.to_owned()),
                Schedule { pipeline: pipeline.to_owned(), gain },
            );
        }
        Ok(Self { entries })
    }

    /// Sets the schedule of a function.
    pub fn insert(&mut self, target: &Processor, hash: &str, schedule: Schedule) {
        self.entries.insert((key(target), hash.to_owned()), schedule);
    }

    /// The schedules of a target by hash.
    pub fn schedules<'a>(&'a self, target: &Processor) -> impl Iterator<Item = (&'a str, &'a Schedule)> {
        let key = key(target);
        self.entries.iter().filter(move |(of, _)| of.0 == key).map(|(of, schedule)| (of.1.as_str(), schedule))
    }

    /// Options with the schedules for their target, in place of others.
    #[must_use]
    pub fn apply(&self, mut options: CompileOptions) -> CompileOptions {
        options.pipeline_options.retain(|option| option.0 != SCHEDULES);
        options.pipeline_options.extend(self.pipeline_option(&options.target));
        options
    }

    /// The option of the pipeline for a target that has its schedules; none if it has no schedule.
    #[must_use]
    pub fn pipeline_option(&self, target: &Processor) -> Option<(String, String)> {
        let entries: Vec<String> = self
            .schedules(target)
            .map(|(hash, schedule)| schedules::entry(hash, &schedule.pipeline))
            .collect();
        (!entries.is_empty()).then(|| (SCHEDULES.to_owned(), entries.join(",")))
    }
}

impl fmt::Display for TuningDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC} {VERSION}")?;
        for ((target, hash), schedule) in &self.entries {
            writeln!(f, "{target} {hash} {} # {:.2}", schedule.pipeline, schedule.gain)?;
        }
        Ok(())
    }
}

/// The name of a target in databases: the processor, the bits of its vectors, and the bytes of its caches.
#[must_use]
pub fn key(target: &Processor) -> String {
    let caches = target.caches();
    format!("{}:{}:{}:{}", target.cpu(), target.vector_bits(), caches.l1.bytes, caches.l2.bytes)
}

/// A function that has a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The hash of its contents.
    pub hash: String,
}

/// The functions of a program where schedules are given to them: those of the program before its loops are fused, and its kernels.
///
/// # Errors
/// If a pass fails.
pub fn functions(program: &Program, options: &CompileOptions) -> Result<[Vec<Function>; 2]> {
    let mut pipeline = options.cpu_pipeline_as_set(&[])?;
    // The passes that give schedules to functions are part of the pipeline only where there are schedules.
    pipeline.schedules.push(schedules::NONE.to_owned());
    let elements = pipeline.elements();
    let mut module: Box<Body> = Box::new(program.module().clone());
    let mut found: [Vec<Function>; 2] = Default::default();
    let mut from = 0;
    let is_place = |name: &str| name == AttachSchedules::INFO.name;
    let places = elements.iter().enumerate().filter(|(_, element)| is_place(&element.name));
    for (functions, (at, _)) in found.iter_mut().zip(places) {
        run_pipeline(&mut module, &print_pipeline(&elements[from..at]))?;
        for (op, hash) in schedules::hashes(&module) {
            let name = module.symbol_name(op).map(|name| module.cx().str(name).to_owned());
            functions.push(Function { name: name.unwrap_or_default(), hash });
        }
        from = at;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_read_back_as_they_are_written() {
        let target = crate::target::processor("znver4", "").unwrap();
        let mut db = TuningDb::default();
        let schedule = Schedule {
            pipeline: "linalg-tile{vector-bits=256},linalg-vectorize{vector-bits=256}".into(),
            gain: 1.25,
        };
        db.insert(&target, "0123456789abcdef", schedule);
        let text = db.to_string();
        assert!(text.starts_with("strata-tuning-db 1\nznver4:"), "{text}");
        assert_eq!(TuningDb::parse("a.db", &text).unwrap(), db);
        let (name, value) = db.pipeline_option(&target).unwrap();
        assert_eq!(name, "schedules");
        assert_eq!(
            value,
            "{0123456789abcdef linalg-tile{vector-bits=256},linalg-vectorize{vector-bits=256}}"
        );
        assert_eq!(db.pipeline_option(&crate::target::processor("haswell", "").unwrap()), None);
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = TuningDb::read(Path::new("no/such.db")).unwrap_err();
        assert!(error.text().starts_with("error: the tuning database 'no/such.db': "), "{error}");
    }

    #[test]
    fn errors_have_a_place() {
        let line = |text: &str| {
            let error = TuningDb::parse("a.db", text).unwrap_err();
            (error.messages()[0].place.as_ref().unwrap().line, error.to_string())
        };
        assert_eq!(line("").0, 1);
        assert!(line("strata-tuning-db 2\n").1.contains("version '2'"));
        assert_eq!(line("strata-tuning-db 1\n\n# fine\nznver4 0f").0, 4);
        assert!(line("strata-tuning-db 1\nznver4 0f linalg-tile{").1.contains("no pipeline"));
        assert!(line("strata-tuning-db 1\nznver4 xyz linalg-tile").1.contains("no hash"));
    }
}
