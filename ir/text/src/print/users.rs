//! Comments with the users of values.

use smallvec::SmallVec;
use strata_core::{Op, Value};

use super::printer::Printer;

impl Printer<'_> {
    /// Appends ` // users: ...` after an op.
    pub(super) fn op_users(&mut self, op: Op) {
        let body = self.body;
        let results = body.results(op);
        if results.is_empty() {
            if body.num_operands(op) != 0 {
                self.text(" // id: ").op_number(op);
            }
            return;
        }
        if body.is_unused(op) {
            self.text(" // unused");
            return;
        }
        let mut users: Vec<Op> = results.iter().flat_map(|&v| body.users(v)).collect();
        users.sort_unstable();
        users.dedup();
        let values: usize = users.iter().map(|&u| body.results(u).len()).sum();
        let one = results.len() == 1 && users.len() <= 1 && values <= 1;
        self.text(if one { " // user: " } else { " // users: " });
        self.list(results, |p, &v| {
            if results.len() > 1 {
                p.text("(").users_of(v).text(")");
            } else {
                p.users_of(v);
            }
        });
    }
    /// Appends the comment on the users of a block argument and ends the line.
    pub(super) fn arg_users(&mut self, arg: Value) {
        self.text("// ").value(arg);
        if self.body.has_uses(arg) {
            self.text(" is used by ").users_of(arg);
        } else {
            self.text(" is unused");
        }
        self.newline();
    }
    fn users_of(&mut self, v: Value) -> &mut Self {
        let body = self.body;
        if !body.has_uses(v) {
            return self.text("unused");
        }
        let mut users: SmallVec<[Op; 4]> = SmallVec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        users.extend(body.users(v).filter(|&u| seen.insert(u)));
        self.list(users, |p, user| match body.results(user) {
            [] => {
                p.op_number(user);
            }
            results => {
                p.values(results.iter().copied());
            }
        })
    }
    fn op_number(&mut self, op: Op) -> &mut Self {
        match self.names.op(self.index, op) {
            Some(n) => self.text("%").number(n),
            None => self.text("<<UNKNOWN OPERATION>>"),
        }
    }
}
