//! Source code and data of any language: brackets, quotes, calls, names, and keys with values.

use super::cells::{characters, one_line, rows_of_words};
use super::{Block, BlockLabel, Grid, NamedFact, Sheet};
use crate::notation::records::{are_pieces, is_known};
use crate::notation::text::{Cursor, TextSpan, lines};

/// Maximum depth of nested brackets.
const MAX_DEPTH: usize = 16;

/// Maximum number of fields of a piece.
const MAX_FIELDS: usize = 64;

/// Signs that are no part of a word.
const SIGNS: &str = "[]{}()\"'`,;=:\u{feff}";

/// A value.
#[derive(Clone)]
struct Node<'a> {
    /// Its key, else the function that is called.
    name: Option<TextSpan<'a>>,
    /// A word, the inside of a string, or the bracket that opens a list.
    part: TextSpan<'a>,
    kind: NodeKind,
    items: Vec<Node<'a>>,
    /// Where the items begin that no comma, or no semicolon, ends yet.
    open: [usize; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeKind {
    Word,
    Text,
    List,
}

impl<'a> Node<'a> {
    fn new(part: TextSpan<'a>, kind: NodeKind) -> Self {
        Node { name: None, part, kind, items: Vec::new(), open: [0; 2] }
    }

    fn is_list(&self) -> bool {
        self.kind == NodeKind::List
    }

    fn first_key(&self) -> Option<&'a str> {
        self.items.first()?.name.map(|name| name.text())
    }

    fn parts(&self) -> Vec<TextSpan<'a>> {
        self.items.iter().map(|item| item.part).collect()
    }

    /// Makes the items since the last separator of a sort one list, if there are several.
    fn separate(&mut self, sort: usize) {
        let from = self.open[sort];
        if self.items.len() > from + 1 {
            let mut row = Node::new(self.items[from].part, NodeKind::List);
            row.items = self.items.drain(from..).collect();
            self.items.push(row);
        }
        self.open[..=sort].fill(self.items.len());
    }
}

/// Returns the boards and pieces of source code or data; `None` if the text is neither.
pub fn sheet(text: &str) -> Option<Sheet<'_>> {
    let mut scan = Scan { stack: Vec::new(), key: None, quote: None };
    scan.stack.push(Node::new(lines(text).next()?, NodeKind::List));
    let mut plain = 0;
    for line in lines(text) {
        let is_code = scan.stack.len() > 1 || scan.quote.is_some();
        let is_plain = !is_code && !line.text().contains(|c| SIGNS.contains(c));
        let length = if is_plain { line.text().len() } else { 0 };
        // Equally long rows of a drawing.
        if length > 0 && length == plain {
            return None;
        }
        plain = length;
        let mut at = Cursor::new(line);
        while !at.is_done() {
            scan.step(&mut at)?;
        }
    }
    let root = scan.stack.pop().filter(|_| scan.stack.is_empty())?;
    let mut walk = Walk::default();
    walk.list(&root, BlockLabel::None, true);
    walk.finish()
}

struct Scan<'a> {
    stack: Vec<Node<'a>>,
    /// What stands before the last `=` or `:`.
    key: Option<TextSpan<'a>>,
    /// What ends a comment, or a string of several lines.
    quote: Option<&'static str>,
}

impl<'a> Scan<'a> {
    /// Reads the next part of a line; `None` if brackets or quotes do not match.
    fn step(&mut self, at: &mut Cursor<'a>) -> Option<()> {
        let is_begin = at.rest.column() == 1;
        let is_apart = !at.take_while(char::is_whitespace).text().is_empty() || is_begin;
        let (rest, text) = (at.rest, at.rest.text());
        if let Some(quote) = self.quote {
            let end = text.find(quote);
            at.rest = end.map_or(rest.behind(), |end| rest.from(end + quote.len()));
            self.quote = self.quote.filter(|_| end.is_none());
            let row = rest.part(0..end.unwrap_or(text.len()));
            if quote != "*/" && !row.text().is_empty() {
                self.put(Node::new(row, NodeKind::Text));
            }
            return Some(());
        }
        let opened = [("/*", "*/"), ("\"\"\"", "\"\"\""), ("`", "`")];
        if let Some((open, quote)) = opened.into_iter().find(|(open, _)| text.starts_with(open)) {
            at.rest = rest.from(open.len());
            self.quote = Some(quote);
        } else if is_apart && is_comment(text, is_begin) {
            at.rest = rest.behind();
        } else if let Some((quote, _)) = at.take("\"'") {
            let inside = at.take_while(|c| c != quote);
            match at.take("\"'") {
                Some(_) => self.put(Node::new(inside, NodeKind::Text)),
                // Only a sign, as before a list in Lisp.
                None => at.rest = inside,
            }
        } else if let Some((sign, part)) = at.take("[{(") {
            let siblings = &mut self.stack.last_mut()?.items;
            let called = siblings
                .pop_if(|last| last.kind == NodeKind::Word && (!is_apart || sign == '{'))
                .map(|word| word.name.unwrap_or(word.part));
            let name = self.key.take().or(called);
            self.stack.push(Node { name, ..Node::new(part, NodeKind::List) });
            (self.stack.len() <= MAX_DEPTH).then_some(())?;
        } else if at.take("]})").is_some() {
            let mut list = self.stack.pop()?;
            for sort in [0, 1] {
                if list.open[sort] > 0 {
                    list.separate(sort);
                }
            }
            // `board.add(Car(2, 1))`
            if let [inner] = &mut list.items[..]
                && inner.is_list()
            {
                inner.name = inner.name.or(list.name);
                list = list.items.pop()?;
            }
            self.stack.last_mut()?.items.push(list);
            self.key = None;
        } else if let Some((sign, _)) = at.take(",;") {
            if self.stack.len() > 1 {
                self.stack.last_mut()?.separate((sign == ';').into());
            }
        } else if let Some(inner) = text.strip_prefix("::") {
            // `Axis::Horizontal`
            self.stack.last_mut()?.items.pop_if(|_| !is_apart);
            at.rest = rest.from(text.len() - inner.len());
        } else if at.take("=:").is_some() {
            at.take(">=");
            self.assign();
        } else {
            let word = at.take_while(|c| !c.is_whitespace() && !SIGNS.contains(c));
            match word.text() {
                "" => at.rest = at.rest.from(at.rest.character(0).text().len()),
                "new" | "+" | "&" | "\\" => {}
                // `Axis.HORIZONTAL`
                text => {
                    let start = text.rfind('.').map_or(0, |dot| dot + 1);
                    let is_name = text[start..].starts_with(char::is_alphabetic);
                    self.put(Node::new(word.from(if is_name { start } else { 0 }), NodeKind::Word));
                }
            }
        }
        Some(())
    }

    fn put(&mut self, mut node: Node<'a>) {
        node.name = self.key.take();
        if let Some(list) = self.stack.last_mut() {
            list.items.push(node);
        }
    }

    /// Takes the last value as a key. In `int board[3][3] =` it is before the brackets.
    fn assign(&mut self) {
        let Some(Node { items, .. }) = self.stack.last_mut() else { return };
        while let Some(last) = items.pop_if(|last| last.name.is_none() || last.items.len() < 2) {
            let key = if last.is_list() { last.name } else { Some(last.part) };
            self.key = key.or(self.key);
            if key.is_some() {
                break;
            }
        }
    }
}

fn is_comment(text: &str, is_begin: bool) -> bool {
    let word = text.split_whitespace().next().unwrap_or("");
    matches!(word, "#" | "%" | "--" | ";;")
        || text.starts_with("//")
        || is_begin && text.starts_with([';', '%'])
}

type Rows<'a> = Vec<Vec<TextSpan<'a>>>;

/// What a text contains.
#[derive(Default)]
struct Walk<'a> {
    facts: Vec<NamedFact<'a>>,
    /// Lists that belong together, with their names.
    tables: Vec<(&'a str, Block<'a>)>,
    /// Boards in single strings, which count only if there are no tables.
    strings: Vec<(&'a str, Block<'a>)>,
}

impl<'a> Walk<'a> {
    /// Adds what a list contains.
    fn list(&mut self, list: &Node<'a>, label: BlockLabel, is_root: bool) {
        let (lists, values): (Vec<&Node>, Vec<&Node>) =
            list.items.iter().partition(|item| item.is_list());
        if let Some(rounds) = rounds(&values) {
            self.group(&rounds.iter().collect::<Vec<_>>(), label);
        } else {
            for value in &values {
                self.fact(value.name, vec![value.part]);
            }
        }
        let texts = values.into_iter().filter(|value| value.kind == NodeKind::Text);
        let rows: Rows = texts.clone().map(|text| characters(text.part)).collect();
        if rows.len() > 1 && rows[0].len() > 1 && rows.iter().all(|row| row.len() == rows[0].len())
        {
            let grid = Grid::new(rows, false);
            self.tables.extend(grid.map(|grid| ("", Block::of(label, grid))));
        } else {
            self.strings.extend(texts.filter_map(|text| {
                Some(("", Block::of(self::label(name_of(text), label), string(text.part)?)))
            }));
        }
        for lists in lists.chunk_by(|above, below| {
            let is_near = !is_root || above.part.number + 2 > below.part.number;
            above.first_key() == below.first_key() && (is_near || below.name.is_some())
        }) {
            self.group(lists, label);
        }
    }

    /// Adds lists of one sort.
    fn group(&mut self, lists: &[&Node<'a>], label: BlockLabel) {
        let name = name_of(lists[0]);
        let inner = self::label(name, label);
        if let Some(pieces) = table(lists).filter(are_records) {
            return self.tables.push((name, Block::of(inner, pieces)));
        }
        let mut by_name = lists.to_vec();
        by_name.sort_by_key(|list| name_of(list));
        let is_like = |one: &&Node, other: &&Node| name_of(one) == name_of(other);
        if !by_name.is_sorted_by(is_like) {
            return by_name.chunk_by(is_like).for_each(|lists| self.group(lists, label));
        }
        let mut items = lists.iter().flat_map(|list| &list.items);
        let are_rows = items.all(|item| !item.is_list() && item.name.is_none());
        if are_rows && (lists.len() > 1 || lists[0].items.len() > 2) {
            let grid = grid(lists.iter().map(|list| list.parts()).collect());
            return self.tables.extend(grid.map(|grid| (name, Block::of(inner, grid))));
        }
        for list in lists {
            if list.items.len() < 3 {
                let mut values = list.parts();
                // Rows come first.
                if matches!(list.first_key(), Some("x" | "col")) {
                    values.reverse();
                }
                self.fact(list.name, values);
            }
            self.list(list, inner, false);
        }
    }

    fn fact(&mut self, name: Option<TextSpan<'a>>, values: Vec<TextSpan<'a>>) {
        self.facts.extend(name.map(|name| NamedFact { name, values }));
    }

    fn finish(mut self) -> Option<Sheet<'a>> {
        if let Some(pieces) = joined(&self.tables) {
            self.tables = vec![("", Block::of(BlockLabel::None, pieces))];
        } else if self.tables.is_empty() {
            self.tables = self.strings;
        }
        let mut blocks: Vec<Block> = self.tables.into_iter().map(|(_, block)| block).collect();
        blocks.sort_by_key(|block| block.place.span().start);
        (!blocks.is_empty()).then_some(Sheet { blocks, facts: self.facts, is_code: true })
    }
}

fn name_of<'a>(node: &Node<'a>) -> &'a str {
    node.name.map_or("", |name| name.text())
}

/// Returns what the name of a board says about it.
fn label(name: &str, outer: BlockLabel) -> BlockLabel {
    let name = name.to_lowercase();
    let has = |words: &str| words.split(' ').any(|word| name.contains(word));
    match () {
        () if has("goal final target finish solved") || name == "end" => BlockLabel::Goal,
        () if has("start init") => BlockLabel::Start,
        () => outer,
    }
}

/// Returns rows of words as a board; one row of words of equal length is a board of signs.
fn grid(rows: Rows<'_>) -> Option<Grid<'_>> {
    let signs = if rows.len() == 1 { rows_of_words(&rows[0]) } else { None };
    signs.or_else(|| Grid::new(rows, true))
}

/// Reads a string that is a board.
fn string(text: TextSpan<'_>) -> Option<Grid<'_>> {
    let words: Vec<TextSpan> = text.words().collect();
    one_line(text)
        .or_else(|| Grid::new(vec![words.clone()], true).filter(|_| words.len() > 1))
        .filter(Grid::is_rectangle)
}

/// Returns the values of a list, or a value itself; of cells, which are pairs, those of the first and
/// the last.
fn values<'n, 'a>(node: &'n Node<'a>, may_have_cells: bool) -> Vec<&'n Node<'a>> {
    match &node.items[..] {
        _ if !node.is_list() => vec![node],
        [first, .., last]
            if may_have_cells && node.items.iter().all(|cell| cell.items.len() == 2) =>
        {
            first.items.iter().chain(&last.items).collect()
        }
        items => items.iter().collect(),
    }
}

/// Returns lists as pieces with the fields of all of them. Names of the lists are a field, if they
/// differ, and so is each value of a short list.
fn table<'a>(lists: &[&Node<'a>]) -> Option<Grid<'a>> {
    let nothing = lists[0].part.part(0..0);
    let have_names = lists.iter().any(|list| name_of(list) != name_of(lists[0]));
    let mut fields: Vec<String> = Vec::new();
    let mut rows = Rows::new();
    for list in lists {
        (list.items.len() < MAX_FIELDS).then_some(())?;
        let mut found: Vec<(String, TextSpan)> = Vec::new();
        found.extend(list.name.filter(|_| have_names).map(|name| ("0".to_owned(), name)));
        for item in values(list, have_names) {
            for (at, value) in values(item, item.name.is_some()).into_iter().enumerate() {
                // Without a name the place in the list counts.
                let field = match (value.name, item.name) {
                    (Some(name), _) => name.text().to_owned(),
                    (None, Some(name)) => format!("{}{at}", name.text()),
                    (None, None) => found.len().to_string(),
                };
                let is_known = found.iter().any(|(known, _)| *known == field);
                (!is_known && !value.is_list()).then_some(())?;
                found.push((field, value.part));
            }
        }
        let mut row = vec![nothing; fields.len()];
        for (field, value) in found {
            let at = fields.iter().position(|known| *known == field).unwrap_or(fields.len());
            if at == fields.len() {
                fields.push(field);
                row.push(value);
            }
            row[at] = value;
        }
        rows.push(row);
    }
    rows.iter_mut().for_each(|row| row.resize(fields.len(), nothing));
    if !fields.iter().any(|field| field.contains(char::is_alphabetic)) {
        fields.clear();
    }
    Grid::list(fields, rows)
}

/// Whether a list has pieces.
fn are_records(list: &Grid) -> bool {
    match list.fields.len() {
        0 => are_pieces(list, 3),
        count => is_known(&list.fields) && (list.size.rows > 1 || count > 2),
    }
}

/// Returns a list for each round of keys that come again, as in YAML and XML.
fn rounds<'a>(values: &[&Node<'a>]) -> Option<Vec<Node<'a>>> {
    let named: Vec<Node> =
        values.iter().filter(|value| value.name.is_some()).copied().cloned().collect();
    // Keys before the first record are few.
    (0..named.len().min(16)).find_map(|start| {
        let rounds: Vec<Node> = named[start..]
            .chunk_by(|_, next| name_of(next) != name_of(&named[start]))
            .map(|round| Node { items: round.to_vec(), ..Node::new(round[0].part, NodeKind::List) })
            .collect();
        let is_known = || table(&[&rounds[0]]).is_some_and(|first| is_known(&first.fields));
        (rounds.len() > 1 && is_known()).then_some(rounds)
    })
}

/// Returns boards that are the properties of pieces, one each, or facts about them, such as
/// `car(r, h, 2)` and `at(r, 3, 3)`.
fn joined<'a>(tables: &[(&'a str, Block<'a>)]) -> Option<Grid<'a>> {
    let (mut fields, mut lists) = (Vec::new(), Rows::new());
    for (name, block) in tables {
        fields.push((*name).to_owned());
        lists.extend(block.grids().next()?.rows().iter().cloned());
    }
    if !is_known(&fields) {
        fields.clear();
    }
    let width = lists.first()?.len();
    if lists.iter().all(|list| list.len() == width) {
        let rows = (0..width).map(|at| lists.iter().map(|list| list[at]).collect());
        let pieces = Grid::list(fields, rows.collect()).filter(are_records);
        if pieces.is_some() {
            return pieces;
        }
    }
    let [(_, first), (_, second)] = tables else { return None };
    let (first, second) = (first.grids().next()?.rows(), second.grids().next()?.rows());
    let pairs = (0..first[0].len()).flat_map(|one| (0..second[0].len()).map(move |at| (one, at)));
    pairs.filter(|_| first.len() == second.len()).find_map(|(one, other)| {
        let join = |row: &Vec<TextSpan<'a>>| {
            let name = row.get(one)?.text();
            let mut rest = second.iter();
            let more = rest.find(|more| more.get(other).is_some_and(|at| at.text() == name))?;
            Some([row, &more[..other], &more[other + 1..]].concat())
        };
        Grid::list(Vec::new(), first.iter().map(join).collect::<Option<_>>()?).filter(are_records)
    })
}
