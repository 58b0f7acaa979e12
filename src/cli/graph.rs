//! `sliding graph`: the positions of a puzzle and the moves between them.

use sliding::analyse::graph;

use super::*;

const FORMATS: &[Format] = &[Dot, Json, Svg, Png];

const EXAMPLES: &str = "\
Exit codes: 0 the graph is complete, 2 bad input or usage, 3 stopped by a limit;
nothing is written then.

Examples:
  sliding graph puzzles/classics/dads-puzzler.txt | dot -Tsvg > dads.svg
  sliding graph --format json puzzles/tiles/2x2.txt | jq '.nodes | length'
  sliding graph --format svg --style 0 puzzles/tiles/3x2.txt > tiles.svg";

#[derive(Args)]
#[command(after_long_help = EXAMPLES, mut_arg("format", |format| formats(format, FORMATS)))]
pub struct Arguments {
    #[command(flatten)]
    searches: Searches,
    /// Refuse more than N positions
    #[arg(long, value_name = "N", default_value = "10000")]
    nodes: u32,
    /// auto or sparse
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_possible_values = true)]
    #[arg(value_parser = engine([Engine::Auto, Engine::Sparse]))]
    engine: Engine,
    #[command(flatten)]
    theme: ThemeOption,
}

pub fn run(arguments: &Arguments, console: &mut Console) -> CommandResult {
    arguments.searches.each(FORMATS, console, |search, target| {
        target.picture.theme = arguments.theme;
        search.query.engine = arguments.engine;
        let most = arguments.nodes;
        let found = graph(&search.query, &search.budget, most, &mut search.watch);
        let graph = search.ended(found)?;
        search.show(&graph, target)?;
        Ok(Verdict::Fine)
    })
}
