//! Source code and data of any language: brackets, quotes, calls, names, and keys with values.

use std::collections::BTreeMap;

use super::cells::{characters, rows_of_words};
use super::{Block, BlockLabel, Content, Field, Grid, NamedFact, Records, Sheet};
use crate::notation::cursor::Cursor;
use crate::notation::records::{are_pieces, is_known};
use crate::notation::text::{TextSpan, lines};

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

    fn has_keys(&self) -> bool {
        self.items.iter().any(|item| item.name.is_some())
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
            let is_near = |word: &TextSpan| !is_apart || sign == '{' && word.number == part.number;
            let is_call = |last: &mut Node| last.kind == NodeKind::Word && is_near(&last.part);
            let called = siblings.pop_if(is_call).map(|word| word.name.unwrap_or(word.part));
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
            let start = word.text().rfind('.').filter(|&dot| is_name(&word.text()[dot + 1..]));
            match word.text() {
                "" => at.rest = at.rest.from(at.rest.character(0).text().len()),
                "new" | "+" | "&" | "\\" => {}
                // `Axis.HORIZONTAL`
                _ => self.put(Node::new(word.from(start.map_or(0, |dot| dot + 1)), NodeKind::Word)),
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

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_comment(text: &str, is_begin: bool) -> bool {
    let word = text.split_whitespace().next().unwrap_or("");
    matches!(word, "#" | "%" | "--" | ";;")
        || text.starts_with("//")
        || is_begin && text.starts_with([';', '%'])
}

type Rows<'a> = Vec<Vec<TextSpan<'a>>>;

/// Lists that belong together.
struct Table<'a> {
    label: BlockLabel,
    name: Option<TextSpan<'a>>,
    content: Content<'a>,
}

/// What a text contains.
#[derive(Default)]
struct Walk<'a> {
    facts: Vec<NamedFact<'a>>,
    tables: Vec<Table<'a>>,
    /// Boards in single strings, which count only if there are no tables.
    strings: Vec<Table<'a>>,
}

impl<'a> Walk<'a> {
    /// Adds what a list contains.
    fn list(&mut self, list: &Node<'a>, label: BlockLabel, is_root: bool) {
        let (lists, values): (Vec<&Node>, Vec<&Node>) =
            list.items.iter().partition(|item| item.is_list());
        if let Some(rounds) = rounds(&values) {
            self.group(&rounds.iter().collect::<Vec<_>>(), label);
        } else {
            for value in values.iter().filter(|value| value.name.is_some()) {
                self.fact(value.name, vec![value.part]);
            }
        }
        let is_text = |value: &&&Node| value.kind == NodeKind::Text;
        let texts: Vec<&Node> = values.iter().filter(is_text).copied().collect();
        let rows: Rows = texts.iter().map(|text| characters(text.part)).collect();
        let is_row = |row: &Vec<TextSpan>| row.len() > 1 && row.len() == rows[0].len();
        if rows.len() > 1 && rows.iter().all(is_row) {
            let table = |content| Table { label, name: None, content };
            self.tables.extend(grid(rows, false).map(table));
        } else {
            for text in texts {
                let (label, name) = (self::label(text.name, label), None);
                let table = one_line(text.part).map(|content| Table { label, name, content });
                self.strings.extend(table);
            }
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
        let name = lists[0].name;
        let inner = self::label(name, label);
        if let Some(records) = table(lists).filter(are_records) {
            let content = Content::Records(records);
            return self.tables.push(Table { label: inner, name, content });
        }
        let mut by_name = lists.to_vec();
        by_name.sort_by_key(|list| list.name.map(|name| name.text()));
        let is_like = |one: &&Node, other: &&Node| name_of(one) == name_of(other);
        if !by_name.is_sorted_by(is_like) {
            return by_name.chunk_by(is_like).for_each(|lists| self.group(lists, label));
        }
        let is_row = |list: &&Node| !list.has_keys() && !list.items.iter().any(Node::is_list);
        if lists.iter().all(is_row) && (lists.len() > 1 || lists[0].items.len() > 2) {
            let rows = lists.iter().map(|list| list.parts()).collect();
            let table = |content| Table { label: inner, name, content };
            return self.tables.extend(grid(rows, true).map(table));
        }
        for list in lists {
            if list.items.len() < 3 {
                let mut values = list.parts();
                // Rows come first.
                if list.items.first().is_some_and(|first| matches!(name_of(first), "x" | "col")) {
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
        if let Some(records) = joined(&self.tables) {
            let (label, name) = (BlockLabel::None, None);
            self.tables = vec![Table { label, name, content: Content::Records(records) }];
        } else if self.tables.is_empty() {
            self.tables = self.strings;
        }
        let block = |Table { label, content, .. }| {
            let rows = match &content {
                Content::Grid(grid) => grid.rows(),
                Content::Records(records) => &records.rows[..],
            };
            let place = *rows.iter().flatten().next()?;
            Some(Block::new(label, place, vec![content]))
        };
        let mut blocks: Vec<Block> = self.tables.into_iter().filter_map(block).collect();
        blocks.sort_by_key(|block| block.place.span().start);
        (!blocks.is_empty()).then_some(Sheet { blocks, facts: self.facts, is_code: true })
    }
}

fn name_of<'a>(node: &Node<'a>) -> &'a str {
    node.name.map_or("", |name| name.text())
}

/// Returns what the name of a board says about it.
fn label(name: Option<TextSpan>, outer: BlockLabel) -> BlockLabel {
    let name = name.map_or(String::new(), |name| name.text().to_lowercase());
    let has = |words: &str| words.split(' ').any(|word| name.contains(word));
    match () {
        () if has("goal final target finish solved") || name == "end" => BlockLabel::Goal,
        () if has("start init") => BlockLabel::Start,
        () => outer,
    }
}

/// Returns rows as a board; one row of words of equal length is a board of signs.
fn grid(rows: Rows<'_>, has_words: bool) -> Option<Content<'_>> {
    let words = rows.first().filter(|_| has_words && rows.len() == 1);
    let signs = words.and_then(|words| rows_of_words(words));
    signs.or_else(|| Grid::new(rows, has_words)).map(Content::Grid)
}

/// Reads a string that is a board: rows between `/`, words, or a square of signs.
fn one_line(text: TextSpan<'_>) -> Option<Content<'_>> {
    // A row ends with `/`, or with an end of line as programs write it.
    let end = if text.text().contains("\\n") { "\\n" } else { "/" };
    let mut parts = text.pieces(end);
    parts.retain(|part| !part.text().is_empty());
    let has_words = parts.iter().any(|part| part.words().count() > 1);
    let rows: Rows = match has_words {
        true => parts.iter().map(|part| part.words().collect()).collect(),
        false => parts.into_iter().map(characters).collect(),
    };
    let width = rows.first()?.len();
    let is_board = rows.len() > 1 || has_words || width > 8 && width.isqrt().pow(2) == width;
    (is_board && rows.iter().all(|row| row.len() == width)).then(|| grid(rows, has_words))?
}

/// Returns lists as records with the fields of all of them. Names of the lists are a field, if they
/// differ, and so is each value of a short list.
fn table<'a>(lists: &[&Node<'a>]) -> Option<Records<'a>> {
    let is_cell = |cell: &Node| cell.items.len() == 2 && !cell.items.iter().any(Node::is_list);
    let have_names = lists.iter().any(|list| name_of(list) != name_of(lists[0]));
    let mut fields: Vec<Field> = Vec::new();
    let mut rows = Rows::new();
    for list in lists {
        let nothing = list.part.part(0..0);
        let mut row = vec![nothing; fields.len()];
        let mut count = 0;
        (list.items.len() < MAX_FIELDS).then_some(())?;
        let own = list.name.filter(|_| have_names).map(|name| Node::new(name, NodeKind::Word));
        // The cells of a piece: the first and the last.
        let are_ends = have_names && lists.len() > 2 && list.items.iter().all(is_cell);
        let items: Vec<&Node> = match (are_ends, &list.items[..]) {
            (true, [first, .., last]) => first.items.iter().chain(&last.items).collect(),
            (_, items) => items.iter().collect(),
        };
        for item in own.iter().chain(items) {
            let many = if item.is_list() { &item.items[..] } else { std::slice::from_ref(item) };
            let are_cells = item.name.is_some() && item.is_list() && many.iter().all(is_cell);
            // Of cells the first and the last.
            let ends = [many.first(), many.last()].into_iter().flatten();
            let many: Vec<&Node> = match are_cells {
                true => ends.flat_map(|cell| &cell.items).collect(),
                false => many.iter().collect(),
            };
            let is_short = many.len() < 3 || lists.len() > 1;
            (is_short && !many.iter().any(|value| value.is_list())).then_some(())?;
            for (at, value) in many.iter().enumerate() {
                // Without a name the place in the list counts.
                let index = match (value.name, item.name) {
                    (Some(_), _) => None,
                    (None, Some(_)) => Some(at),
                    (None, None) => Some(count),
                };
                count += 1;
                let name = value.name.or(item.name).unwrap_or(nothing);
                let is_known =
                    |field: &Field| field.name.text() == name.text() && field.index == index;
                match fields.iter().position(is_known) {
                    Some(known) => row[known] = value.part,
                    None => {
                        fields.push(Field { name, index });
                        row.push(value.part);
                    }
                }
            }
        }
        rows.push(row);
    }
    let width = fields.len();
    rows.iter_mut().zip(lists).for_each(|(row, list)| row.resize(width, list.part.part(0..0)));
    if fields.iter().all(|field| field.name.text().is_empty()) {
        fields.clear();
    }
    Some(Records { fields, rows })
}

/// Whether records are pieces.
fn are_records(records: &Records) -> bool {
    let Records { fields, rows } = records;
    match fields.is_empty() {
        true => are_pieces(rows, 3),
        false => is_known(fields) && (rows.len() > 1 || fields.len() > 2),
    }
}

/// Returns a list for each round of keys that come again, as in YAML and XML.
fn rounds<'a>(values: &[&Node<'a>]) -> Option<Vec<Node<'a>>> {
    let named: Vec<&Node> = values.iter().filter(|value| value.name.is_some()).copied().collect();
    // Keys before the first record are few.
    (0..named.len().min(16)).find_map(|start| {
        let mut rounds: Vec<Node> = Vec::new();
        for value in &named[start..] {
            if name_of(value) == name_of(named[start]) {
                rounds.push(Node::new(value.part, NodeKind::List));
            }
            rounds.last_mut()?.items.push((*value).clone());
        }
        let is_known = || table(&[&rounds[0]]).is_some_and(|first| is_known(&first.fields));
        (rounds.len() > 1 && is_known()).then_some(rounds)
    })
}

/// Returns boards that are the properties of pieces, one each, or facts about them, such as
/// `car(r, h, 2)` and `at(r, 3, 3)`.
fn joined<'a>(tables: &[Table<'a>]) -> Option<Records<'a>> {
    let rows = |table: &Table<'a>| match &table.content {
        Content::Grid(grid) => Some(grid.rows().to_vec()),
        Content::Records(_) => None,
    };
    let all: Vec<Rows> = tables.iter().map(rows).collect::<Option<_>>()?;
    let lists = all.concat();
    let width = lists.first()?.len();
    let name = |table: &Table<'a>| Some(Field { name: table.name?, index: None });
    let fields = tables.iter().map(name).collect::<Option<Vec<Field>>>().unwrap_or_default();
    let fields = if is_known(&fields) { fields } else { Vec::new() };
    if lists.iter().all(|list| list.len() == width) {
        let row = |at: usize| lists.iter().map(|list| list[at]).collect();
        let records = Records { fields, rows: (0..width).map(row).collect() };
        if are_records(&records) {
            return Some(records);
        }
    }
    let [first, second] = &all[..] else { return None };
    let columns = |rows: &Rows| 0..rows[0].len();
    let pairs = columns(first).flat_map(|one| columns(second).map(move |other| (one, other)));
    pairs.filter(|_| first.len() == second.len()).find_map(|(one, other)| {
        let by_name: BTreeMap<&str, &Vec<TextSpan>> =
            second.iter().filter_map(|row| Some((row.get(other)?.text(), row))).collect();
        let join = |row: &Vec<TextSpan<'a>>| {
            let mut more = (*by_name.get(row.get(one)?.text())?).clone();
            more.remove(other);
            Some([row.clone(), more].concat())
        };
        let rows = first.iter().map(join).collect::<Option<Rows>>()?;
        let is_list = by_name.len() == rows.len() && are_pieces(&rows, 3);
        is_list.then_some(Records { fields: Vec::new(), rows })
    })
}
