//! Random well-typed ops and programs, for tests of everything that takes IR.
//!
//! ```text
//! let mut generator = Generator::new(&cx);
//! generator.add_recipes("stablehlo.mlir", text)?;
//! let module = generator.instance("stablehlo.dot", seed)?;
//! let program = generator.random_module(seed, 40, &|op| interpreter.supports(op), &|_| true)?;
//! ```
//!
//! An instance is a verified module that contains the op, in a function that takes its operands. It comes from a
//! *recipe*, a program with holes that is given as text ([`Generator::add_recipes`]), or else from the declaration of
//! the op: see [`Source`]. Everything is a function of the seed and the set of dialects and recipes.
//!
//! **Architecture invariant:** names no dialect but `builtin` and `func`, of which the wrapper is made.

mod declared;
mod pool;
mod program;
mod recipe;
mod rng;
mod template;
mod wrap;

use std::sync::Arc;

use strata_core::{Body, Context, diagnostics::render_all};
use strata_text::{ParseOptions, parse_module};

pub use pool::Pool;
pub use rng::Rng;

/// Attempts before an op without a recipe is given up.
const DECLARED_ATTEMPTS: usize = 400;
/// Attempts to make an op that has a recipe from its declaration alone.
const BESIDE_RECIPE_ATTEMPTS: usize = 25;
/// The number of attempts for a recipe, whose choices may contradict each other.
const RECIPE_ATTEMPTS: usize = 20;

/// How instances of an op are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A program with holes.
    Recipe,
    /// The declared operands, results, attributes and rules.
    Declaration,
}

/// Makes instances of the ops of a context.
pub struct Generator {
    cx: Arc<Context>,
    pool: Pool,
    recipes: recipe::Recipes,
}

/// A verified module with the op that was asked for.
struct Instance {
    module: Box<Body>,
    fresh: bool,
}

impl Generator {
    /// A generator without recipes, which uses declarations only.
    pub fn new(cx: &Arc<Context>) -> Self {
        Self { cx: cx.clone(), pool: Pool::new(cx), recipes: recipe::Recipes::default() }
    }
    /// Adds the recipes, types and attributes of a file; `file` is its name for messages.
    pub fn add_recipes(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.recipes.add(file, text, &mut self.pool)
    }
    /// The context of the ops.
    pub fn cx(&self) -> &Arc<Context> {
        &self.cx
    }
    /// How instances of an op are generated; `None` when the op needs a recipe and has none.
    pub fn source(&self, op: &str) -> Option<Source> {
        if self.recipes.0.contains_key(op) {
            return Some(Source::Recipe);
        }
        let info = self.cx.op_info(op)?;
        declared::obstacle(info).is_none().then_some(Source::Declaration)
    }
    /// The ops that have recipes, sorted.
    pub fn recipe_ops(&self) -> impl Iterator<Item = &str> {
        self.recipes.0.keys().map(String::as_str)
    }
    /// A valid module that contains the op.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn instance(&self, op: &str, seed: u64) -> Result<Box<Body>, String> {
        self.make(op, seed).map(|instance| instance.module)
    }

    fn make(&self, op: &str, seed: u64) -> Result<Instance, String> {
        let mut rng = Rng::named(seed, op);
        let Some(recipe) = self.recipes.0.get(op).and_then(|recipes| rng.pick(recipes)) else {
            return Ok(Instance { module: self.declare(op, &mut rng, DECLARED_ATTEMPTS)?, fresh: false });
        };
        // Declarations also cover cases that no recipe has.
        if !recipe.only
            && rng.chance(1, 4)
            && let Ok(module) = self.declare(op, &mut rng, BESIDE_RECIPE_ATTEMPTS)
        {
            return Ok(Instance { module, fresh: true });
        }
        let module = self.cook(op, recipe, &mut rng)?;
        Ok(Instance { module, fresh: recipe.fresh })
    }
    /// An instance from a recipe.
    fn cook(&self, op: &str, recipe: &recipe::Recipe, rng: &mut Rng) -> Result<Box<Body>, String> {
        let mut last = String::new();
        for _ in 0..RECIPE_ATTEMPTS {
            let text =
                template::expand(&recipe.text, op, rng).map_err(|why| format!("{}: {why}", recipe.at))?;
            match parse_module(&self.cx, &recipe.at, &text, ParseOptions::default()) {
                Ok(module) if declared::subject(&module, op) => return Ok(module),
                Ok(_) => last = format!("there is no '{op}' in it"),
                Err(errors) => last = render_all(&self.cx, &errors),
            }
        }
        Err(format!("{}: the recipe gives nothing that verifies: {last}", recipe.at))
    }
    /// An instance from the declaration.
    fn declare(&self, op: &str, rng: &mut Rng, attempts: usize) -> Result<Box<Body>, String> {
        let info = self.cx.op_info(op).ok_or_else(|| format!("'{op}' is not registered"))?;
        if let Some(why) = declared::obstacle(info) {
            return Err(why.to_owned());
        }
        let mut last = "no types or attributes satisfy the declaration".to_owned();
        for _ in 0..attempts {
            if let Some(module) = declared::attempt(&self.cx, &self.pool, info, rng) {
                match self.verified(module) {
                    Ok(module) => return Ok(module),
                    Err(why) => last = why,
                }
            }
        }
        Err(format!("nothing that was tried verifies: {last}"))
    }
    fn verified(&self, module: Box<Body>) -> Result<Box<Body>, String> {
        let errors = module.verify();
        if errors.is_empty() { Ok(module) } else { Err(render_all(&self.cx, &errors)) }
    }
}
