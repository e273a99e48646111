//! [`Executable`]: computations that can be run, on one device or on several.

use strata_interp::{Feed, GridSize, Interpreter, Run, Value};
use strata_ir::prelude::*;

use crate::{Error, Literal, Result, Shape};

/// A computation that can be run.
pub struct Executable {
    program: Program,
    parameters: Vec<Shape>,
    result: Shape,
}

pub(crate) enum Program {
    Interpreted(Box<Body>, Box<Interpreter>),
    #[cfg(feature = "cpu")]
    Compiled(Box<crate::compiled::Compiled>),
}

/// The inputs of a run on several devices. Device `r * partitions + p` is partition `p` of replica `r`.
#[derive(Clone, Debug)]
pub struct DeviceRun {
    /// Number of replicas.
    pub replicas: usize,
    /// Number of partitions of each replica.
    pub partitions: usize,
    /// The arguments of each device.
    pub arguments: Vec<Vec<Literal>>,
    /// The values of infeeds, in order.
    pub infeed: Vec<Literal>,
    /// The values that the host sends: a channel and the data.
    pub from_host: Vec<(i64, Literal)>,
}

impl DeviceRun {
    /// A run of as many replicas as there are lists of arguments.
    pub fn replicas(arguments: Vec<Vec<Literal>>) -> Self {
        Self {
            replicas: arguments.len(),
            partitions: 1,
            arguments,
            infeed: Vec::new(),
            from_host: Vec::new(),
        }
    }
}

/// The results of a run on several devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceResults {
    /// The results of each device.
    pub results: Vec<Vec<Literal>>,
    /// The values that the devices sent to the host.
    pub outfeed: Vec<Outfeed>,
}

/// Data that left a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outfeed {
    /// The device.
    pub device: usize,
    /// The channel of a transfer to the host; none for an outfeed.
    pub channel: Option<i64>,
    /// The data.
    pub values: Vec<Literal>,
}

impl Executable {
    pub(crate) fn new(program: Program, parameters: Vec<Shape>, result: Shape) -> Self {
        Self { program, parameters, result }
    }
    /// The type of the result.
    pub fn result(&self) -> &Shape {
        &self.result
    }
    /// Runs the computation on one device. The elements of a tuple are several results.
    pub fn execute(&self, arguments: &[Literal]) -> Result<Vec<Literal>> {
        match &self.program {
            Program::Interpreted(..) => {
                let run = DeviceRun::replicas(vec![arguments.to_vec()]);
                let mut all = self.execute_on_devices(&run)?.results;
                all.pop().ok_or_else(|| Error::new("Execute", "no device ran"))
            }
            #[cfg(feature = "cpu")]
            Program::Compiled(program) => {
                let leaves = self.arguments(arguments)?;
                let inputs: Vec<&[u8]> = leaves.iter().map(|l| l.bytes()).collect();
                let program = program.program(1, 1)?;
                self.from_bytes(program.run(&inputs).map_err(|e| Error::new("Execute", e))?)
            }
        }
    }
    /// Decodes the results of a native program.
    #[cfg(feature = "cpu")]
    fn from_bytes(&self, outputs: Vec<Vec<u8>>) -> Result<Vec<Literal>> {
        let mut shapes = Vec::new();
        leaf_shapes(&self.result, &mut shapes);
        let literal = |(bytes, s): (Vec<u8>, &Shape)| match s.as_array() {
            Some(a) => Literal::from_bytes(a.element_type, &a.dimensions, bytes),
            None => Err(Error::new("Execute", format!("{s} is no array"))),
        };
        self.results(outputs.into_iter().zip(shapes).map(literal).collect::<Result<Vec<_>>>()?)
    }
    /// Runs a native program on several devices.
    #[cfg(feature = "cpu")]
    fn execute_natively(
        &self,
        program: &crate::compiled::Compiled,
        run: &DeviceRun,
    ) -> Result<DeviceResults> {
        let leaves = |literal| {
            let mut out = Vec::new();
            flatten(literal, &mut out);
            out.into_iter().map(|l| l.bytes().to_vec()).collect::<Vec<Vec<u8>>>()
        };
        let host = strata_runtime_cpu::collective::Host {
            infeed: run.infeed.iter().map(leaves).collect(),
            channels: run.from_host.iter().map(|(channel, l)| (*channel, leaves(l))).collect(),
            live: None,
        };
        let arguments =
            run.arguments.iter().map(|list| self.arguments(list)).collect::<Result<Vec<Vec<&Literal>>>>()?;
        let inputs: Vec<Vec<&[u8]>> =
            arguments.iter().map(|list| list.iter().map(|l| l.bytes()).collect()).collect();
        let (results, outfeed) = program.run([run.replicas, run.partitions], host, &inputs)?;
        let results = results.into_iter().map(|r| self.from_bytes(r)).collect::<Result<_>>()?;
        Ok(DeviceResults { results, outfeed })
    }
    /// Runs the computation on several devices at the same time, each of which is a thread.
    ///
    /// ```
    /// use strata_xla::{Client, DeviceRun, Literal, PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("sum");
    /// let x = b.parameter(0, &Shape::array(F32, &[2]), "x")?;
    /// let sum = b.cross_replica_sum(x, &[vec![0, 1]])?;
    /// let run = Client::interpreter().compile(&b.build(sum)?)?;
    /// let arguments = vec![vec![Literal::from([1.0f32, 2.5])], vec![Literal::from([3.0f32, 5.25])]];
    /// let sums = run.execute_on_devices(&DeviceRun::replicas(arguments))?.results;
    /// assert_eq!(sums, vec![vec![Literal::from([4.0f32, 7.75])]; 2]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn execute_on_devices(&self, run: &DeviceRun) -> Result<DeviceResults> {
        let (module, interpreter) = match &self.program {
            Program::Interpreted(module, interpreter) => (module, interpreter),
            #[cfg(feature = "cpu")]
            Program::Compiled(program) => return self.execute_natively(program, run),
        };
        let cx = module.cx();
        let values =
            |literals: &[&Literal]| literals.iter().map(|l| l.to_value(cx)).collect::<Result<Vec<Value>>>();
        let args =
            run.arguments.iter().map(|list| values(&self.arguments(list)?)).collect::<Result<Vec<_>>>()?;
        let leaves = |literal| {
            let mut out = Vec::new();
            flatten(literal, &mut out);
            values(&out)
        };
        let infeed = run.infeed.iter().map(|l| Ok(Feed::Values(leaves(l)?))).collect::<Result<_>>()?;
        let from_host = run.from_host.iter().map(|(c, l)| Ok((*c, Feed::Values(leaves(l)?))));
        let from_host = from_host.collect::<Result<_>>()?;
        let size = GridSize { replicas: run.replicas, partitions: run.partitions };
        let outcomes = interpreter
            .run_grid(module, "main", Run { size, args, infeed, from_host })
            .map_err(|d| Error::new("Execute", d.render(cx)))?;
        let literals =
            |values: &[Value]| values.iter().map(|v| Literal::of_value(cx, v)).collect::<Result<Vec<_>>>();
        let mut out = DeviceResults { results: Vec::new(), outfeed: Vec::new() };
        for outcome in &outcomes {
            out.results.push(self.results(literals(&outcome.results)?)?);
            for sent in &outcome.outfeed {
                let values = literals(&sent.values)?;
                out.outfeed.push(Outfeed { device: sent.process, channel: sent.channel, values });
            }
        }
        Ok(out)
    }
    /// The arrays and tokens of the arguments, which must have the types of the parameters.
    fn arguments<'l>(&self, arguments: &'l [Literal]) -> Result<Vec<&'l Literal>> {
        if arguments.len() != self.parameters.len() {
            let n = self.parameters.len();
            return Err(Error::new("Execute", format!("{n} arguments are needed, got {}", arguments.len())));
        }
        let mut leaves = Vec::new();
        for (i, (argument, shape)) in arguments.iter().zip(&self.parameters).enumerate() {
            if !argument.fits(shape) {
                let got = argument.shape();
                return Err(Error::new("Execute", format!("argument {i} is {got}, but {shape} is needed")));
            }
            flatten(argument, &mut leaves);
        }
        Ok(leaves)
    }
    /// Builds the results of the computation from the arrays and tokens that the program returned.
    fn results(&self, leaves: Vec<Literal>) -> Result<Vec<Literal>> {
        let whole = unflatten(&self.result, &mut leaves.into_iter())
            .ok_or_else(|| Error::new("Execute", "the program gave too few results"))?;
        Ok(match (whole, &self.result) {
            (Literal::Tuple(v), Shape::Tuple(_)) => v,
            (one, _) => vec![one],
        })
    }
}

fn flatten<'l>(literal: &'l Literal, out: &mut Vec<&'l Literal>) {
    match literal {
        Literal::Tuple(v) => v.iter().for_each(|l| flatten(l, out)),
        l => out.push(l),
    }
}
#[cfg(feature = "cpu")]
fn leaf_shapes<'s>(shape: &'s Shape, out: &mut Vec<&'s Shape>) {
    match shape {
        Shape::Tuple(v) => v.iter().for_each(|s| leaf_shapes(s, out)),
        s => out.push(s),
    }
}
fn unflatten(shape: &Shape, literals: &mut dyn Iterator<Item = Literal>) -> Option<Literal> {
    match shape {
        Shape::Tuple(v) => {
            v.iter().map(|s| unflatten(s, literals)).collect::<Option<Vec<_>>>().map(Literal::Tuple)
        }
        _ => literals.next(),
    }
}
