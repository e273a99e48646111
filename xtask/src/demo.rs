//! `cargo xtask demo`: compiles a classifier exported by JAX to native code and runs it on real images.
//!
//! The exported program, its weights, the test images, their labels and XLA's results are all in `examples/digits`, so only the compiler
//! is needed. All printed figures are measured: the accuracy against the labels, the largest difference from XLA's results, and the
//! compile time and throughput reported by `strata-run`.

use crate::npy::{self, Data};
use crate::setup::{self, Wanted};
use crate::shell::{self, Outcome};
use std::path::Path;

const FOLDER: &str = "examples/digits";
/// The program's arguments in order, unless `args.txt` lists them.
const ARGUMENTS: [&str; 7] = ["w1.npy", "b1.npy", "w2.npy", "b2.npy", "w3.npy", "b3.npy", "images.npy"];
/// Largest difference from XLA's logits, relative to the largest logit: the order of sums differs.
const TOLERANCE: f32 = 1e-5;
const TIMED_RUNS: usize = 200;

/// Builds the compiler, runs the program, prints the figures; fails if a result is wrong.
pub fn run() -> Outcome {
    setup::run(Wanted::Llvm)?;
    println!("demo: building strata-run (release)");
    shell::run(&mut shell::cargo(&["build", "--quiet", "--release", "--package", "strata-run"]))?;

    let root = shell::root();
    let folder = root.join(FOLDER);
    let tool = shell::target_dir().join("release/strata-run");
    let results = shell::target_dir().join("demo");
    std::fs::create_dir_all(&results).map_err(|why| format!("{}: {why}", results.display()))?;

    let program = format!("{FOLDER}/digits.mlir");
    let mut inputs = Vec::new();
    for name in arguments(&folder)? {
        inputs.extend(["--input".to_owned(), format!("{FOLDER}/{name}")]);
    }
    let mut check = shell::command(&tool, &[&program]);
    check.args(&inputs).arg("--output-dir").arg(&results);
    println!("demo: {program}: StableHLO to native code, then all test images");
    shell::run(&mut check)?;
    let report = report(&folder, &results.join("0.npy"))?;

    let mut timed = shell::command(&tool, &[&program, &format!("--benchmark={TIMED_RUNS}"), "--json"]);
    let timed = shell::output(timed.args(&inputs)).ok_or("strata-run --benchmark failed")?;
    let compile_ms = number(&timed, "compile_ms")?;
    let median_us = number(&timed, "median_us")?;

    println!("  accuracy      {:.2} % ({} of {} images)", report.percent(), report.right, report.images);
    println!("  against XLA   largest difference {:.1e} of the largest logit", report.difference);
    println!("  compile time  {compile_ms:.1} ms");
    println!("  throughput    {:.0} images/s", report.images as f64 / (median_us * 1e-6));
    if report.difference <= TOLERANCE {
        Ok(())
    } else {
        Err(format!("the logits differ from XLA's by {:e}, more than {TOLERANCE:e}", report.difference))
    }
}

fn arguments(folder: &Path) -> Result<Vec<String>, String> {
    let list = folder.join("args.txt");
    if !list.exists() {
        return Ok(ARGUMENTS.map(str::to_owned).to_vec());
    }
    let text = std::fs::read_to_string(&list).map_err(|why| format!("{}: {why}", list.display()))?;
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

struct Report {
    images: usize,
    right: usize,
    difference: f32,
}

impl Report {
    fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.images as f64
    }
}

fn report(folder: &Path, result: &Path) -> Result<Report, String> {
    let (ours, xla) = (npy::read(result)?, npy::read(&folder.join("logits.npy"))?);
    let labels = npy::read(&folder.join("labels.npy"))?;
    if ours.shape != xla.shape {
        return Err(format!("the result has shape {:?}, and {:?} was expected", ours.shape, xla.shape));
    }
    let (Data::F32(ours), Data::F32(xla), Data::Int(labels)) = (ours.data, xla.data, labels.data) else {
        return Err("logits must be f32 and labels integers".into());
    };
    compare(&ours, &xla, &labels)
}

fn compare(ours: &[f32], xla: &[f32], labels: &[i64]) -> Result<Report, String> {
    if labels.is_empty() || ours.is_empty() || !ours.len().is_multiple_of(labels.len()) {
        return Err(format!("{} logits do not belong to {} labels", ours.len(), labels.len()));
    }
    let classes = ours.len() / labels.len();
    let largest = xla.iter().fold(0.0f32, |largest, x| largest.max(x.abs()));
    // `max` ignores NaN, which must be an error.
    let worst = ours.iter().zip(xla).map(|(a, b)| (a - b).abs());
    let worst = worst.fold(0.0f32, |worst, x| if x.is_nan() || x > worst { x } else { worst });
    let predicted = ours.chunks(classes).map(largest_index);
    let right = predicted.zip(labels).filter(|(class, label)| usize::try_from(**label) == Ok(*class)).count();
    Ok(Report { images: labels.len(), right, difference: worst / largest })
}

fn largest_index(row: &[f32]) -> usize {
    let mut best = 0;
    for (index, value) in row.iter().enumerate() {
        if *value > row[best] {
            best = index;
        }
    }
    best
}

/// The number after `"key":` in a flat JSON object.
fn number(json: &str, key: &str) -> Result<f64, String> {
    let after = json.split_once(&format!("\"{key}\"")).map(|(_, rest)| rest.trim_start_matches([':', ' ']));
    let text = after.and_then(|rest| rest.split([',', '}', '\n']).next()).map(str::trim);
    text.and_then(|text| text.parse().ok()).ok_or_else(|| format!("strata-run --json printed no {key}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_right_answers_and_the_largest_difference() {
        let ours = [0.0, 2.0, 1.0, 4.0, 0.0, 0.0];
        let xla = [0.0, 2.0, 1.0, 4.0, 1.0, 0.0];
        let report = compare(&ours, &xla, &[1, 2]).expect("sizes match");
        assert_eq!((report.images, report.right), (2, 1));
        assert_eq!(report.difference, 0.25);
        assert_eq!(report.percent(), 50.0);
    }

    #[test]
    fn a_nan_is_a_difference() {
        let report = compare(&[f32::NAN, 1.0], &[1.0, 1.0], &[0]).expect("sizes match");
        assert!(report.difference.is_nan());
    }

    #[test]
    fn sizes_must_match() {
        assert!(compare(&[1.0; 7], &[1.0; 7], &[0, 1]).is_err());
        assert!(compare(&[], &[], &[]).is_err());
    }

    #[test]
    fn reads_numbers_from_json() {
        let json = "{\"compile_ms\": 41.5, \"runs\":{\"median_us\":812}}";
        assert_eq!(number(json, "compile_ms"), Ok(41.5));
        assert_eq!(number(json, "median_us"), Ok(812.0));
        assert!(number(json, "max_us").is_err());
    }
}
