//! PDDL, against plans that a breadth-first planner of its own finds: it knows nothing of boards.

use std::collections::{HashMap, HashSet};

use sliding::notation::{Notation, parse};

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

/// An action without parameters.
#[derive(Default)]
struct Action {
    needs: Vec<usize>,
    adds: Vec<usize>,
    removes: Vec<usize>,
}

/// The actions of a domain; those with parameters for all objects of the right types.
fn actions(domain: &Term, problem: &Term, facts: &mut Facts) -> Vec<Action> {
    let mut found = Vec::new();
    for action in domain.list().iter().filter(|p| matches!(p, Term::List(_))) {
        if action.head() != ":action" {
            continue;
        }
        let parameters = typed(action.behind(":parameters").list());
        let mut bindings: Vec<HashMap<String, String>> = vec![HashMap::new()];
        for (name, kind) in parameters {
            let objects = typed(&problem.part(":objects")[1..]);
            let objects: Vec<_> = objects.into_iter().filter(|object| object.1 == kind).collect();
            bindings = bindings
                .iter()
                .flat_map(|binding| {
                    objects.iter().map(|(object, _)| {
                        let mut binding = binding.clone();
                        binding.insert(name.clone(), object.clone());
                        binding
                    })
                })
                .collect();
        }
        for binding in bindings {
            let mut ground = Action::default();
            let fact = |term: &Term| -> String {
                let words = term.list().iter().map(Term::text);
                words.map(|w| binding.get(&w).cloned().unwrap_or(w)).collect::<Vec<_>>().join(" ")
            };
            for term in &action.behind(":precondition").list()[1..] {
                ground.needs.push(facts.number(fact(term)));
            }
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

/// The length of a shortest plan; `None` if there is none.
fn plan(domain: &str, problem: &str) -> Option<usize> {
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
    let actions: Vec<[Vec<u64>; 3]> =
        actions.iter().map(|a| [bits(&a.needs), bits(&a.adds), bits(&a.removes)]).collect();
    let goal = bits(&goal);
    let mut known = HashSet::from([bits(&init)]);
    let mut level: Vec<Vec<u64>> = known.iter().cloned().collect();
    for length in 0.. {
        if level.iter().any(|state| holds(state, &goal)) {
            return Some(length);
        }
        let mut next = Vec::new();
        for state in &level {
            for [needs, adds, removes] in actions.iter().filter(|a| holds(state, &a[0])) {
                debug_assert!(!needs.is_empty());
                let after: Vec<u64> =
                    (0..words).map(|i| state[i] & !removes[i] | adds[i]).collect();
                if known.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

/// The length of a shortest plan for a puzzle, as it is written.
fn plan_of(text: &str) -> Option<usize> {
    let (puzzle, _) = parse(text).expect("a puzzle");
    let write = |name: &str| Notation::named(name).unwrap().write(&puzzle).unwrap();
    let (domain, problem) = (write("pddl-domain"), write("pddl-problem"));
    assert_eq!(write("pddl"), format!("{domain}\n{problem}"));
    plan(&domain, &problem)
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
    // Locked, a piece cannot turn the corner; a gate lets nobody but its own piece pass.
    assert_eq!(plan_of("2 x 2\n1 = 1 h\n1\n0001\n"), None);
    assert_eq!(plan_of("1 x 3\n1 = 1\n1\n001\nonly : .-.\n"), None);
    assert_eq!(plan_of("1 x 3\n1 = 1\n1\n001\nonly 1: .-.\n"), Some(2));
    // Small and capital letters are not told apart in PDDL: two kinds here.
    assert_eq!(plan_of("2 x 3\na = 1\nA = 1/1\naA\n??A?\n"), Some(1));
    assert_eq!(plan_of("2 x 3\na = 1\nA = 1/1\naA\n?a?\n"), Some(2));
}

/// Planners refuse facts that no predicate names.
#[test]
fn goals_that_are_never_so_are_facts_as_well() {
    let text = "1 x 3\n1 = 1\n2 = 1\n12\n??2\nor ??1\nonly : ..-\n";
    let (puzzle, _) = parse(text).unwrap();
    let domain = Notation::named("pddl-domain").unwrap().write(&puzzle).unwrap();
    let predicates = domain.split("(:action").next().unwrap();
    for fact in ["at-2-r1c3", "at-1-r1c3"] {
        assert_eq!(predicates.matches(&format!("({fact})")).count(), 1, "{domain}");
    }
}

#[test]
fn several_goals_are_several_problems() {
    let (puzzle, _) = parse("1 x 4 (Two ways)\n1 = 11\n1\n?1\nor ??1\n").unwrap();
    let write = |name: &str| Notation::named(name).unwrap().write(&puzzle);
    assert!(write("pddl-problem").is_err());
    let text = write("pddl").unwrap();
    let terms = Term::read(&text);
    let names: Vec<String> = terms.iter().map(|term| term.list()[1].text()).collect();
    assert_eq!(names, ["domain two-ways-blocks", "problem two-ways-1", "problem two-ways-2"]);
}
