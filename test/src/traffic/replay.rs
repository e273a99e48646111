//! The addresses that a function of loops accesses.

use std::collections::HashMap;

use strata_ir::{
    core::{Body, Op, Region, Value},
    prelude::{DYNAMIC, MemRefType, StridedLayoutAttr},
};

use super::Hierarchy;

/// A function reduced to the computation of its addresses. Each value has a slot, which contains an index or the address of a buffer.
#[derive(Debug)]
pub struct Kernel {
    places: usize,
    arguments: Vec<(usize, u64)>,
    body: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    Constant(usize, i64),
    Add(usize, usize, usize),
    Sub(usize, usize, usize),
    Mul(usize, usize, usize),
    Min(usize, usize, usize),
    /// A buffer of so many bytes.
    Alloc(usize, u64),
    /// A view of another buffer, beginning at an element whose index is a constant or in a slot.
    View(usize, usize, Result<i64, usize>, i64),
    /// The memory of a buffer, and the element at which it begins.
    Metadata(usize, usize, usize, i64),
    For([usize; 4], Vec<Step>),
    /// Elements of a buffer at indices.
    Touch {
        buffer: usize,
        at: Vec<(usize, i64)>,
        element: u64,
        bytes: u64,
    },
}

/// The values of a run. A buffer has its memory's address, and the address of its first element.
struct Run<'a> {
    index: Vec<i64>,
    memory: Vec<i64>,
    next: u64,
    caches: &'a mut Hierarchy,
}

/// The gap between buffers: no two of them share a page, and they begin in different sets.
const GAP: u64 = 4096 + 576;

/// Accesses the addresses of a kernel, in order.
pub fn replay(kernel: &Kernel, caches: &mut Hierarchy) {
    let mut run =
        Run { index: vec![0; kernel.places], memory: vec![0; kernel.places], next: 1 << 20, caches };
    for &(place, bytes) in &kernel.arguments {
        run.alloc(place, bytes);
    }
    run.steps(&kernel.body);
}

impl Run<'_> {
    fn alloc(&mut self, place: usize, bytes: u64) {
        self.memory[place] = self.next as i64;
        self.index[place] = self.next as i64;
        self.next += (bytes + GAP).next_multiple_of(64);
    }
    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Constant(to, v) => self.index[*to] = *v,
                Step::Add(to, x, y) => self.index[*to] = self.index[*x] + self.index[*y],
                Step::Sub(to, x, y) => self.index[*to] = self.index[*x] - self.index[*y],
                Step::Mul(to, x, y) => self.index[*to] = self.index[*x] * self.index[*y],
                Step::Min(to, x, y) => self.index[*to] = self.index[*x].min(self.index[*y]),
                Step::Alloc(to, bytes) => self.alloc(*to, *bytes),
                Step::View(to, from, offset, element) => {
                    let offset = offset.map_or_else(|place| self.index[place], |known| known);
                    self.memory[*to] = self.memory[*from];
                    self.index[*to] = self.memory[*from] + offset * element;
                }
                Step::Metadata(from, memory, offset, element) => {
                    self.memory[*memory] = self.memory[*from];
                    self.index[*memory] = self.memory[*from];
                    self.index[*offset] = (self.index[*from] - self.memory[*from]) / element;
                }
                Step::For([lower, upper, by, iv], body) => {
                    let (mut at, end, by) = (self.index[*lower], self.index[*upper], self.index[*by]);
                    while at < end {
                        self.index[*iv] = at;
                        self.steps(body);
                        at += by;
                    }
                }
                Step::Touch { buffer, at, element, bytes } => {
                    let element = *element as i64;
                    let moved: i64 = at.iter().map(|&(i, stride)| self.index[i] * stride).sum();
                    self.caches.touch((self.index[*buffer] + moved * element) as u64, *bytes);
                }
            }
        }
    }
}

/// Strides and offset of a buffer's type, and the bytes of an element.
fn layout(b: &Body, v: Value) -> Option<(Vec<i64>, i64, i64)> {
    let cx = b.cx();
    let t = cx.type_as::<MemRefType>(b.ty(v))?;
    let bytes = i64::from(cx.bit_width(t.elem)?) / 8;
    if let Some(layout) = t.layout {
        let layout = cx.attr_as::<StridedLayoutAttr>(layout)?;
        return Some((layout.strides.to_vec(), layout.offset, bytes));
    }
    let mut strides = vec![1; t.shape.len()];
    for i in (1..t.shape.len()).rev() {
        strides[i - 1] = strides[i] * t.shape[i];
    }
    Some((strides, 0, bytes))
}

/// Bytes of a vector, or of a number.
fn bytes(b: &Body, v: Value) -> Option<u64> {
    let cx = b.cx();
    let elem = cx.elem_or_self(b.ty(v));
    let count = cx.shaped(b.ty(v)).map_or(Some(1), |s| s.num_elements())?;
    Some(u64::from(cx.bit_width(elem)?) / 8 * count as u64)
}

struct Reader<'a> {
    b: &'a Body,
    places: HashMap<Value, usize>,
}

impl Kernel {
    /// Reads a function, which must consist of loops, index arithmetic, views, loads and stores.
    ///
    /// # Errors
    /// The name of an op that says more.
    pub fn from_function(function: &Body) -> Result<Kernel, String> {
        let mut reader = Reader { b: function, places: HashMap::new() };
        let region = function.regions(Op::SELF)[0];
        let entry = function.blocks(region)[0];
        let mut arguments = Vec::new();
        for &argument in function.block_args(entry) {
            let (strides, _, element) = layout(function, argument).ok_or("an argument is no buffer")?;
            let t = function.cx().type_as::<MemRefType>(function.ty(argument)).ok_or("no buffer")?;
            let last: i64 = t.shape.iter().zip(&strides).map(|(n, s)| (n - 1) * s).sum();
            arguments.push((reader.place(argument), ((last + 1) * element) as u64));
        }
        let body = reader.block(region)?;
        Ok(Kernel { places: reader.places.len(), arguments, body })
    }
}

impl Reader<'_> {
    fn place(&mut self, v: Value) -> usize {
        let next = self.places.len();
        *self.places.entry(v).or_insert(next)
    }
    fn block(&mut self, region: Region) -> Result<Vec<Step>, String> {
        let b = self.b;
        let mut steps = Vec::new();
        for op in b.blocks(region).iter().flat_map(|&block| b.block_ops(block)) {
            let name = b.op_name(op);
            self.op(op, name, &mut steps).ok_or_else(|| format!("'{name}' says more than addresses"))??;
        }
        Ok(steps)
    }
    fn op(&mut self, op: Op, name: &str, steps: &mut Vec<Step>) -> Option<Result<(), String>> {
        let b = self.b;
        let of_index = b.results(op).first().is_some_and(|&r| b.cx().is_index(b.ty(r)));
        let binary = |step: fn(usize, usize, usize) -> Step, r: &mut Self| {
            let [x, y] = [0, 1].map(|i| r.place(b.operand(op, i)));
            step(r.place(b.result(op, 0)), x, y)
        };
        let step = match name {
            "arith.constant" if of_index => {
                let value = b.cx().attr_i64(b.attr(op, "value")?)?;
                Step::Constant(self.place(b.result(op, 0)), value)
            }
            "arith.addi" if of_index => binary(Step::Add, self),
            "arith.subi" if of_index => binary(Step::Sub, self),
            "arith.muli" if of_index => binary(Step::Mul, self),
            "arith.minsi" if of_index => binary(Step::Min, self),
            "memref.alloc" => {
                let buffer = b.result(op, 0);
                let (_, _, element) = layout(b, buffer)?;
                let count = b.cx().shaped(b.ty(buffer))?.num_elements()?;
                Step::Alloc(self.place(buffer), (count * element) as u64)
            }
            "memref.reinterpret_cast" => {
                let (_, offset, element) = layout(b, b.result(op, 0))?;
                let offset = match offset {
                    DYNAMIC => Err(self.place(b.operand(op, 1))),
                    known => Ok(known),
                };
                let from = self.place(b.operand(op, 0));
                Step::View(self.place(b.result(op, 0)), from, offset, element)
            }
            "memref.extract_strided_metadata" => {
                let (_, _, element) = layout(b, b.operand(op, 0))?;
                let from = self.place(b.operand(op, 0));
                Step::Metadata(from, self.place(b.result(op, 0)), self.place(b.result(op, 1)), element)
            }
            "scf.for" => {
                let iv = b.block_args(*b.blocks(b.regions(op)[0]).first()?)[0];
                let places = [0, 1, 2].map(|i| self.place(b.operand(op, i)));
                let iv = self.place(iv);
                match self.block(b.regions(op)[0]) {
                    Ok(body) => Step::For([places[0], places[1], places[2], iv], body),
                    Err(why) => return Some(Err(why)),
                }
            }
            "memref.load" | "vector.load" | "vector.maskedload" => self.touch(op, 0, b.result(op, 0))?,
            "memref.prefetch" => {
                let (_, _, element) = layout(b, b.operand(op, 0))?;
                self.touched(op, 0, element as u64)?
            }
            "memref.store" | "vector.store" => self.touch(op, 1, b.operand(op, 0))?,
            "vector.maskedstore" => self.touch(op, 0, *b.operands(op).collect::<Vec<_>>().last()?)?,
            "memref.dealloc" | "func.return" | "scf.yield" => return Some(Ok(())),
            _ if name.starts_with("vector.") || name.starts_with("arith.") && !of_index => {
                return Some(Ok(()));
            }
            _ => return None,
        };
        steps.push(step);
        Some(Ok(()))
    }
    /// An access to the buffer that is operand number `at`, of all of a value.
    fn touch(&mut self, op: Op, at: usize, value: Value) -> Option<Step> {
        self.touched(op, at, bytes(self.b, value)?)
    }
    fn touched(&mut self, op: Op, at: usize, bytes: u64) -> Option<Step> {
        let b = self.b;
        let buffer = b.operand(op, at);
        let (strides, _, element) = layout(b, buffer)?;
        let places = strides.iter().enumerate().map(|(i, &s)| (self.place(b.operand(op, at + 1 + i)), s));
        let at = places.collect();
        Some(Step::Touch { buffer: self.place(buffer), at, element: element as u64, bytes })
    }
}
