//! The tree of decisions of a matcher: each node asks one question, and patterns that need the same answers share a path.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::{
    order::Ordered,
    position::{Answer, Pos, Question},
};

/// A node, by its number in [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(usize);

/// The work of a node.
pub enum Kind {
    /// Nothing more can match.
    Exit,
    /// The pattern with this number matches.
    Success(usize),
    /// A question, with the node that follows each answer.
    Switch { position: Pos, question: Question, children: IndexMap<Answer, NodeId, FxBuildHasher> },
}

/// A node, and the one that follows where it or its children do not match.
pub struct Node {
    pub kind: Kind,
    pub failure: Option<NodeId>,
}

/// A tree of decisions.
pub struct Tree {
    nodes: Vec<Node>,
    root: Option<NodeId>,
}

/// A place for a node.
#[derive(Clone, Copy)]
enum Slot {
    Root,
    Failure(NodeId),
    Child(NodeId, Answer),
}

impl Tree {
    /// The tree of `n` patterns.
    pub fn new(n: usize, questions: &[Ordered]) -> Self {
        let mut tree = Self { nodes: Vec::new(), root: None };
        for pattern in 0..n {
            tree.add(pattern, questions);
        }
        // Where nothing matches, the first questions lead to the end.
        let mut slot = Slot::Root;
        while let Some(node) = tree.get(slot) {
            slot = Slot::Failure(node);
        }
        tree.put(slot, Kind::Exit, None);
        tree
    }
    /// The first node.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
    /// Adds the path of a pattern, along nodes that are there already as far as possible.
    fn add(&mut self, pattern: usize, questions: &[Ordered]) {
        let mut slot = Slot::Root;
        for asked in questions {
            let Some(&answer) = asked.answers.get(&pattern) else { continue };
            slot = Slot::Child(self.switch(slot, asked), answer);
        }
        let failure = self.get(slot);
        self.put(slot, Kind::Success(pattern), failure);
    }
    /// The node that asks a question: at a place, behind failures from there, or new at the end of these.
    fn switch(&mut self, mut slot: Slot, asked: &Ordered) -> NodeId {
        while let Some(id) = self.get(slot) {
            match self.nodes[id.0].kind {
                Kind::Switch { position, question, .. }
                    if position == asked.position && question == asked.question =>
                {
                    return id;
                }
                _ => slot = Slot::Failure(id),
            }
        }
        let (position, question) = (asked.position, asked.question);
        self.put(slot, Kind::Switch { position, question, children: IndexMap::default() }, None)
    }
    fn get(&self, slot: Slot) -> Option<NodeId> {
        match slot {
            Slot::Root => self.root,
            Slot::Failure(id) => self.nodes[id.0].failure,
            Slot::Child(id, answer) => match &self.nodes[id.0].kind {
                Kind::Switch { children, .. } => children.get(&answer).copied(),
                _ => None,
            },
        }
    }
    /// Puts a new node at a place.
    fn put(&mut self, slot: Slot, kind: Kind, failure: Option<NodeId>) -> NodeId {
        let new = NodeId(self.nodes.len());
        self.nodes.push(Node { kind, failure });
        match slot {
            Slot::Root => self.root = Some(new),
            Slot::Failure(id) => self.nodes[id.0].failure = Some(new),
            Slot::Child(id, answer) => {
                if let Kind::Switch { children, .. } = &mut self.nodes[id.0].kind {
                    children.insert(answer, new);
                }
            }
        }
        new
    }
}
