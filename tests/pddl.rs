//! PDDL, against plans that a breadth-first planner of its own finds: it knows nothing of boards.

#[path = "../examples/pddl.rs"]
mod program;

use std::collections::{HashMap, HashSet};

use sliding::notation::parse;

use program::{Pddl, run};

/// What stands between brackets.
enum Term {
    Word(String),
    List(Vec<Term>),
}

impl Term {
    fn read(text: &str) -> Vec<Term> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().expect("as many brackets open as close");
                    open.last_mut().expect("something is open").push(Term::List(list));
                }
                word => open.last_mut().expect("something is open").push(Term::Word(word.into())),
            }
        }
        assert_eq!(open.len(), 1, "as many brackets open as close");
        open.remove(0)
    }

    fn list(&self) -> &[Term] {
        match self {
            Term::List(list) => list,
            Term::Word(word) => panic!("{word} is no list"),
        }
    }

    fn text(&self) -> String {
        match self {
            Term::Word(word) => word.clone(),
            Term::List(list) => list.iter().map(Term::text).collect::<Vec<_>>().join(" "),
        }
    }

    fn head(&self) -> String {
        self.list().first().map(Term::text).unwrap_or_default()
    }

    /// The part of a definition with this word first.
    fn part(&self, word: &str) -> &[Term] {
        let parts = self.list().iter().filter(|part| matches!(part, Term::List(_)));
        parts.clone().find(|part| part.head() == word).expect("it is there").list()
    }

    /// What stands behind a word.
    fn behind(&self, word: &str) -> &Term {
        let at = self.list().iter().position(|part| matches!(part, Term::Word(w) if w == word));
        &self.list()[at.expect("it is there") + 1]
    }
}

/// Facts by their numbers.
#[derive(Default)]
struct Facts(HashMap<String, usize>);

impl Facts {
    fn number(&mut self, fact: String) -> usize {
        let next = self.0.len();
        *self.0.entry(fact).or_insert(next)
    }
}

/// An action with its objects.
#[derive(Default)]
struct Action {
    /// How a plan names it.
    name: String,
    needs: Vec<usize>,
    adds: Vec<usize>,
    removes: Vec<usize>,
}

/// The actions of a domain for all objects of the right types. The first precondition is a fact
/// that no action changes, so those that hold say which objects these may be.
fn actions(domain: &Term, problem: &Term, facts: &mut Facts) -> Vec<Action> {
    let objects: HashMap<String, String> =
        typed(&problem.part(":objects")[1..]).into_iter().collect();
    let all = domain.list().iter().filter(|p| matches!(p, Term::List(_)));
    let all: Vec<&Term> = all.filter(|action| action.head() == ":action").collect();
    let effects = |action: &Term| -> Vec<String> {
        let effects = action.behind(":effect").list()[1..].iter();
        effects.map(|e| if e.head() == "not" { e.list()[1].head() } else { e.head() }).collect()
    };
    let changing: HashSet<String> = all.iter().flat_map(|action| effects(action)).collect();
    let mut found = Vec::new();
    for action in &all {
        let parameters = typed(action.behind(":parameters").list());
        let needs = &action.behind(":precondition").list()[1..];
        assert!(!changing.contains(&needs[0].head()), "{}", needs[0].text());
        for held in problem.part(":init")[1..].iter().filter(|f| f.head() == needs[0].head()) {
            let names = needs[0].list()[1..].iter().map(Term::text);
            let binding: HashMap<String, String> =
                names.zip(held.list()[1..].iter().map(Term::text)).collect();
            for (name, kind) in &parameters {
                assert_eq!(&objects[&binding[name]], kind, "{}", held.text());
            }
            let fact = |term: &Term| -> String {
                let words = term.list().iter().map(Term::text);
                words.map(|w| binding.get(&w).cloned().unwrap_or(w)).collect::<Vec<_>>().join(" ")
            };
            let mut ground = Action::default();
            let called = parameters.iter().map(|(name, _)| format!(" {}", binding[name]));
            ground.name = format!("({}{})", action.list()[1].text(), called.collect::<String>());
            ground.needs.extend(needs[1..].iter().map(|term| facts.number(fact(term))));
            for term in &action.behind(":effect").list()[1..] {
                match term.head().as_str() {
                    "not" => ground.removes.push(facts.number(fact(&term.list()[1]))),
                    _ => ground.adds.push(facts.number(fact(term))),
                }
            }
            found.push(ground);
        }
    }
    found
}

/// Names with their types: `a b - kind`.
fn typed(terms: &[Term]) -> Vec<(String, String)> {
    let words: Vec<String> = terms.iter().map(Term::text).collect();
    let (mut typed, mut open) = (Vec::new(), Vec::new());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "-" {
            let kind = words.next().expect("a type");
            typed.extend(open.drain(..).map(|name| (name, kind.clone())));
        } else {
            open.push(word);
        }
    }
    typed
}

/// A shortest plan: its actions; `None` if there is none.
fn plan(domain: &str, problem: &str) -> Option<Vec<String>> {
    let (domain, problem) = (&Term::read(domain)[0], &Term::read(problem)[0]);
    assert_eq!(domain.part("domain")[1].text(), problem.part(":domain")[1].text());
    let mut facts = Facts::default();
    let actions = actions(domain, problem, &mut facts);
    let mut number = |term: &Term| facts.number(term.text());
    let init: Vec<usize> = problem.part(":init")[1..].iter().map(&mut number).collect();
    let goal: Vec<usize> = problem.part(":goal")[1].list()[1..].iter().map(&mut number).collect();
    let words = facts.0.len().div_ceil(64);
    let bits = |facts: &[usize]| {
        let mut bits = vec![0_u64; words];
        facts.iter().for_each(|fact| bits[fact / 64] |= 1 << (fact % 64));
        bits
    };
    let holds = |all: &[u64], some: &[u64]| all.iter().zip(some).all(|(a, s)| a & s == *s);
    let masks: Vec<[Vec<u64>; 3]> =
        actions.iter().map(|a| [bits(&a.needs), bits(&a.adds), bits(&a.removes)]).collect();
    let goal = bits(&goal);
    // Each state with the one that it was reached from, and the action.
    let mut states = vec![(bits(&init), 0, 0)];
    let mut known = HashSet::from([bits(&init)]);
    let mut at = 0;
    while at < states.len() {
        let state = states[at].0.clone();
        if holds(&state, &goal) {
            let mut names = Vec::new();
            while at > 0 {
                names.push(actions[states[at].2].name.clone());
                at = states[at].1;
            }
            names.reverse();
            return Some(names);
        }
        for (action, [_, adds, removes]) in
            masks.iter().enumerate().filter(|(_, a)| holds(&state, &a[0]))
        {
            let after: Vec<u64> = (0..words).map(|i| state[i] & !removes[i] | adds[i]).collect();
            if known.insert(after.clone()) {
                states.push((after, at, action));
            }
        }
        at += 1;
    }
    None
}

/// The length of a shortest plan for a puzzle, as it is written. The plan is read back and replayed.
fn plan_of(text: &str) -> Option<usize> {
    let (puzzle, _) = parse(text).expect("a puzzle");
    let pddl = Pddl::new(&puzzle);
    let plan = plan(&pddl.domain(), &pddl.problems())?;
    let written = plan.join("\n") + "\n; cost = 1 (unit cost)\n";
    let replay = pddl.replay(&written).expect("a plan is read");
    assert!(replay.is_solved(), "{written}");
    Some(plan.len())
}

#[test]
fn plans_are_as_long_as_the_published_solutions() {
    // Single steps, from the notations' samples; those of Klotski are well known.
    let sample = |name: &str| {
        let path = format!("{}/tests/data/notations/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a sample")
    };
    assert_eq!(plan_of(&sample("list/hughes.txt")), Some(31));
    assert_eq!(plan_of(&sample("fogleman/card-1-rows.txt")), Some(21));
    assert_eq!(plan_of("4 1 2/5 0 3\n"), Some(5));
    assert_eq!(plan_of("1A9BF0C00\n"), Some(116));
}

#[test]
fn rules_are_kept() {
    // Locked, a piece cannot turn the corner; a gate lets only its own piece pass.
    assert_eq!(plan_of("2 x 2\n1 = 1 h\n1\n0001\n"), None);
    assert_eq!(plan_of("1 x 3\n1 = 1\n1\n001\nonly : .-.\n"), None);
    assert_eq!(plan_of("1 x 3\n1 = 1\n1\n001\nonly 1: .-.\n"), Some(2));
    // Small and capital letters are not distinguished in PDDL: two kinds here.
    assert_eq!(plan_of("2 x 3\na = 1\nA = 1/1\naA\n??A?\n"), Some(1));
    assert_eq!(plan_of("2 x 3\na = 1\nA = 1/1\naA\n?a?\n"), Some(2));
}

/// Planners refuse facts about unknown objects, also where no piece can ever be.
#[test]
fn goals_name_only_objects_of_the_problem() {
    let text = "1 x 3\n1 = 1\n2 = 1\n12\n??2\nor ??1\nonly : ..-\n";
    let (puzzle, _) = parse(text).unwrap();
    let problems = Pddl::new(&puzzle).problems();
    for (problem, fact) in Term::read(&problems)[1..].iter().zip(["at k2 r1c3", "at k1 r1c3"]) {
        assert_eq!(problem.part(":goal")[1].list()[1].text(), fact);
        let objects = typed(&problem.part(":objects")[1..]);
        for word in fact.split(' ').skip(1) {
            assert!(objects.iter().any(|(name, _)| name == word), "{problems}");
        }
    }
}

#[test]
fn several_goals_are_several_problems() {
    let (puzzle, _) = parse("1 x 4 (Two ways)\n1 = 11\n1\n?1\nor ??1\n").unwrap();
    let pddl = Pddl::new(&puzzle);
    let terms = Term::read(&(pddl.domain() + &pddl.problems()));
    let names: Vec<String> = terms.iter().map(|term| term.list()[1].text()).collect();
    assert_eq!(names, ["domain two-ways-steps", "problem two-ways-1", "problem two-ways-2"]);
}

#[test]
fn the_program_writes_and_checks() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let puzzle = file("puzzle.txt", "1 x 3\n1 = 1\n1\n001\n");
    let written = |what: &str| run(&[what, &puzzle]).unwrap();
    let plan = plan(&written("domain"), &written("problem")).unwrap();
    let check = |plan: &str| run(&["check", &puzzle, &file("plan.txt", plan)]);
    assert_eq!(check(&plan.join("\n")).unwrap(), "solved in 2 steps\n");
    // One step is too few, and the second step is no first one.
    assert!(check(&plan[0]).is_err() && check(&plan[1]).is_err() && check("(fly k1)").is_err());
    assert!(run(&["fly", &puzzle]).is_err());
}
