//! Where time went: a tree of timers and its reports.

use std::{fmt::Write, time::Duration};

use indexmap::IndexMap;

/// Time spent in something and in its parts.
#[derive(Clone, Debug, Default)]
pub struct Timer {
    /// Wall time.
    pub wall: Duration,
    children: IndexMap<String, Timer>,
}

impl Timer {
    /// Adds time to the part named `name`.
    pub fn add(&mut self, name: &str, wall: Duration) {
        self.child(name).wall += wall;
    }
    /// Adds a part with its own parts.
    pub fn add_child(&mut self, name: &str, timer: Timer) {
        let child = self.child(name);
        child.wall += timer.wall;
        child.absorb(timer);
    }
    fn child(&mut self, name: &str) -> &mut Timer {
        if !self.children.contains_key(name) {
            self.children.insert(name.to_owned(), Timer::default());
        }
        &mut self.children[name]
    }
    /// Adds the parts of another timer to those of this one.
    pub fn absorb(&mut self, other: Timer) {
        for (name, timer) in other.children {
            self.add_child(&name, timer);
        }
    }
    fn parts(&self) -> Duration {
        self.children.values().map(|c| c.wall).sum()
    }
    /// The parts at any depth, those of one name together, in the order of their beginnings.
    #[must_use]
    pub fn by_name(&self) -> Vec<(String, Duration)> {
        let mut flat = Vec::new();
        self.flatten(&mut flat);
        flat
    }
    /// The report as MLIR prints it. `self` is the whole run.
    pub fn report(&self, format: TimingFormat) -> String {
        match format {
            TimingFormat::Tree => self.text(|out, total| {
                for (name, child) in &self.children {
                    child.tree(name, 0, total, out);
                }
            }),
            TimingFormat::List => self.text(|out, total| {
                let mut flat: Vec<(String, Duration)> = vec![("root".to_owned(), self.wall)];
                self.flatten(&mut flat);
                flat.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
                for (name, wall) in flat {
                    line(out, wall, total, &name);
                }
            }),
            TimingFormat::Json => self.json(),
        }
    }
    fn text(&self, body: impl FnOnce(&mut String, Duration)) -> String {
        let rule = format!("===-{}-===\n", "-".repeat(71));
        let mut out = format!("{rule}                         ... Execution time report ...\n{rule}");
        let _ = writeln!(out, "  Total Execution Time: {:.4} seconds\n", self.wall.as_secs_f64());
        out.push_str("  ----Wall Time----  ----Name----\n");
        body(&mut out, self.wall);
        line(&mut out, self.wall.saturating_sub(self.parts()), self.wall, "Rest");
        line(&mut out, self.wall, self.wall, "Total");
        out
    }
    fn tree(&self, name: &str, depth: usize, total: Duration, out: &mut String) {
        line(out, self.wall, total, &format!("{}{name}", "  ".repeat(depth)));
        for (name, child) in &self.children {
            child.tree(name, depth + 1, total, out);
        }
    }
    fn flatten(&self, out: &mut Vec<(String, Duration)>) {
        for (name, child) in &self.children {
            match out.iter_mut().find(|e| e.0 == *name) {
                Some(e) => e.1 += child.wall,
                None => out.push((name.clone(), child.wall)),
            }
            child.flatten(out);
        }
    }
    fn json(&self) -> String {
        let mut out = "[\n".to_owned();
        for (name, child) in &self.children {
            child.json_to(name, 0, self.wall, &mut out);
            out.push_str(",\n");
        }
        let rest = self.wall.saturating_sub(self.parts());
        let _ = writeln!(out, "{{{}, \"name\": \"Rest\"}},", wall_json(rest, self.wall));
        let _ = writeln!(out, "{{{}, \"name\": \"Total\"}}\n]", wall_json(self.wall, self.wall));
        out
    }
    fn json_to(&self, name: &str, depth: usize, total: Duration, out: &mut String) {
        let pad = "  ".repeat(depth);
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "{pad}{{{}, \"name\": \"{name}\", \"passes\": [", wall_json(self.wall, total));
        for (name, child) in &self.children {
            child.json_to(name, depth + 1, total, out);
            out.push_str(",\n");
        }
        let _ = write!(out, "{pad}{{}}]}}");
    }
}

fn percent(wall: Duration, total: Duration) -> f64 {
    if total.is_zero() { 0.0 } else { 100.0 * wall.as_secs_f64() / total.as_secs_f64() }
}

fn wall_json(wall: Duration, total: Duration) -> String {
    let (seconds, percent) = (wall.as_secs_f64(), percent(wall, total));
    format!("\"wall\": {{\"duration\": {seconds:8.4}, \"percentage\": {percent:5.1}}}")
}

fn line(out: &mut String, wall: Duration, total: Duration, name: &str) {
    let _ = writeln!(out, "  {:8.4} ({:5.1}%)  {name}", wall.as_secs_f64(), percent(wall, total));
}

/// How timing is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimingFormat {
    /// Parts below the whole.
    #[default]
    Tree,
    /// Parts of one name together, the longest first.
    List,
    /// JSON.
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_have_the_shape_of_mlir() {
        let mut t = Timer { wall: Duration::from_millis(10), ..Default::default() };
        let mut nested = Timer { wall: Duration::from_millis(4), ..Default::default() };
        nested.add("CSE", Duration::from_millis(3));
        t.add_child("'func.func' Pipeline", nested);
        let tree = t.report(TimingFormat::Tree);
        assert!(
            tree.contains("    0.0040 ( 40.0%)  'func.func' Pipeline\n    0.0030 ( 30.0%)    CSE\n"),
            "{tree}"
        );
        assert!(tree.ends_with("    0.0060 ( 60.0%)  Rest\n    0.0100 (100.0%)  Total\n"), "{tree}");
        let list = t.report(TimingFormat::List);
        assert!(t.by_name().contains(&("CSE".to_owned(), Duration::from_millis(3))));
        assert!(
            list.contains("(100.0%)  root\n    0.0040 ( 40.0%)  'func.func' Pipeline\n    0.0030"),
            "{list}"
        );
        let json = t.report(TimingFormat::Json);
        assert!(
            json.contains("  {\"wall\": {\"duration\":   0.0030, \"percentage\":  30.0}, \"name\": \"CSE\""),
            "{json}"
        );
    }
}
