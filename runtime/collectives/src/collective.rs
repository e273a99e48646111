//! A collective, the types of its arrays, its group, and the members that are here.

use crate::config::{entry, number};
use crate::element::Element;
use crate::reduction::Reduction;

/// A task that the members of a group have together. Results are per operand; all operands are handled at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collective {
    /// Every member gets the operands of all, reduced in the order of the group.
    AllReduce(Reduction, Element),
    /// The first member gets them; the others get zeros.
    Reduce(Reduction, Element),
    /// Every member gets its part of the reduced operands, which are divided along dimension `dim`.
    ReduceScatter {
        /// How elements are reduced.
        reduction: Reduction,
        /// Their type.
        element: Element,
        /// The dimension.
        dim: usize,
    },
    /// Every member gets the operands of all, one after the other along a dimension.
    AllGather {
        /// The dimension.
        dim: usize,
    },
    /// Every member gets the operands of all as rows of one array. Rows beyond the last member are zero.
    Stack,
    /// Every member gets its part of the operands of all, which are divided along one dimension, one after the other along another.
    AllToAll {
        /// The dimension that is divided.
        split: usize,
        /// The dimension along which parts follow each other.
        concat: usize,
    },
    /// Every member gets the operands of one other; zeros where nobody sends to it.
    Permute(Vec<Option<usize>>),
    /// Every member gets the operands of the first.
    Broadcast,
    /// Every member gets each operand of the member whose place it brings in the last operand.
    BroadcastFrom,
    /// Members write rows of their first operand to places in the second of the others. The other operands are offsets in the input,
    /// numbers of rows to send, offsets in the receiver, and numbers of rows to receive, for each member.
    RaggedAllToAll,
    /// Nothing: members wait for each other.
    Barrier,
}

impl Collective {
    /// The collective with this name of a routine and this configuration; `None` for another name. Permutations need more.
    ///
    /// # Errors
    /// If the configuration lacks something.
    pub fn parse(routine: &str, config: &str) -> Option<Result<Self, String>> {
        let reduction = || -> Result<(Reduction, Element), String> {
            let reduction = entry(config, "reduce").and_then(Reduction::named);
            let element = entry(config, "element").and_then(Element::named);
            let both = reduction.zip(element).filter(|(reduction, element)| reduction.applies_to(*element));
            both.ok_or_else(|| "it has no known reduction".to_owned())
        };
        Some(match routine {
            "strata_all_reduce" => reduction().map(|(r, e)| Self::AllReduce(r, e)),
            "strata_collective_reduce" => reduction().map(|(r, e)| Self::Reduce(r, e)),
            "strata_reduce_scatter" => reduction().and_then(|(reduction, element)| {
                Ok(Self::ReduceScatter { reduction, element, dim: number(config, "dim")? })
            }),
            "strata_all_gather" => number(config, "dim").map(|dim| Self::AllGather { dim }),
            "strata_meet" => Ok(Self::Stack),
            "strata_all_to_all" => number(config, "split")
                .and_then(|split| Ok(Self::AllToAll { split, concat: number(config, "concat")? })),
            "strata_collective_broadcast" if entry(config, "root") == Some("dynamic") => {
                Ok(Self::BroadcastFrom)
            }
            "strata_collective_broadcast" => Ok(Self::Broadcast),
            "strata_ragged_all_to_all" => Ok(Self::RaggedAllToAll),
            "strata_barrier" => Ok(Self::Barrier),
            _ => return None,
        })
    }
    /// The name of the op.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::AllReduce(..) => "all_reduce",
            Self::Reduce(..) => "collective_reduce",
            Self::ReduceScatter { .. } => "reduce_scatter",
            Self::AllGather { .. } => "all_gather",
            Self::Stack => "a reduction by a region",
            Self::AllToAll { .. } => "all_to_all",
            Self::Permute(_) => "collective_permute",
            Self::Broadcast | Self::BroadcastFrom => "collective_broadcast",
            Self::RaggedAllToAll => "ragged_all_to_all",
            Self::Barrier => "a barrier",
        }
    }
    /// The reduction and the type of its elements, if it reduces.
    #[must_use]
    pub fn reduction(&self) -> Option<(Reduction, Element)> {
        match *self {
            Self::AllReduce(reduction, element)
            | Self::Reduce(reduction, element)
            | Self::ReduceScatter { reduction, element, .. } => Some((reduction, element)),
            _ => None,
        }
    }
}

/// The type of an array, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The sizes.
    pub sizes: Vec<usize>,
    /// The bytes of an element.
    pub element: usize,
}

impl Array {
    /// The bytes of the array.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.sizes.iter().fold(self.element, |n, &size| n.saturating_mul(size))
    }
}

/// A collective with what all members have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The task.
    pub collective: Collective,
    /// The processes, in order.
    pub group: Vec<usize>,
    /// The types of the operands.
    pub operands: Vec<Array>,
    /// The types of the results.
    pub results: Vec<Array>,
}

/// A member of the group that is in this process of the operating system, and the memory of its arrays.
#[derive(Debug)]
pub struct Member<'a> {
    /// Its place in the group.
    pub place: usize,
    /// The operands.
    pub inputs: Vec<&'a [u8]>,
    /// The results, of whose contents nothing is known.
    pub outputs: Vec<&'a mut [u8]>,
}

impl Job {
    /// Checks that members bring what the types say.
    ///
    /// # Errors
    /// If one does not.
    pub fn check(&self, members: &[Member<'_>]) -> Result<(), String> {
        let fits = |member: &Member<'_>| {
            member.place < self.group.len()
                && member.inputs.len() == self.operands.len()
                && member.outputs.len() == self.results.len()
                && member.inputs.iter().zip(&self.operands).all(|(bytes, ty)| bytes.len() == ty.bytes())
                && member.outputs.iter().zip(&self.results).all(|(bytes, ty)| bytes.len() == ty.bytes())
        };
        match members.iter().all(fits) {
            true => Ok(()),
            false => Err("its members bring arrays of different types".to_owned()),
        }
    }
}
