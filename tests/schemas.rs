//! The JSON Schemas in `docs/schemas`: whether objects are as they say, and the page that is made from them.
//!
//! The schemas let new fields appear, as readers should. Here a field without a schema is a fault, and so is a keyword
//! that this reader does not know.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::Value;

use crate::files;

/// The page for users, from its mark on made from the schemas.
const PAGE: &str = "docs/json.md";
const MARK: &str = "<!-- From here on made from docs/schemas: SLIDING_REGENERATE=1 cargo test page_of_schemas -->\n";

const KNOWN: [&str; 15] = [
    "$schema",
    "$id",
    "$defs",
    "$ref",
    "title",
    "description",
    "examples",
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "items",
    "allOf",
    "anyOf",
];

/// The schemas by the names of their files.
static FILES: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let texts = files::texts("docs/schemas", "").into_iter();
    texts.map(|(name, text)| (name, serde_json::from_str(&text).expect("JSON"))).collect()
});

/// A schema within a file.
#[derive(Clone, Copy)]
struct Schema {
    file: &'static str,
    node: &'static Value,
}

impl Schema {
    fn of_file(name: &str) -> Option<Schema> {
        FILES.get_key_value(name).map(|(file, node)| Schema { file, node })
    }

    fn list(self, keyword: &str) -> impl Iterator<Item = Schema> {
        let nodes = self.node[keyword].as_array().into_iter().flatten();
        nodes.map(move |node| Schema { node, ..self })
    }

    /// The schema that this one refers to, or itself.
    fn target(self) -> Schema {
        let Some(reference) = self.node["$ref"].as_str() else { return self };
        let (file, pointer) = reference.split_once('#').expect("a pointer");
        let base = if file.is_empty() { Some(self) } else { Schema::of_file(file) };
        let base = base.unwrap_or_else(|| panic!("no file {file}"));
        let node = FILES[base.file].pointer(pointer).unwrap_or_else(|| panic!("no {reference}"));
        Schema { node, ..base }.target()
    }

    /// The names of the fields that an object must have beside those of its parts.
    fn required(self) -> impl Iterator<Item = &'static str> {
        self.node["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
    }

    /// The schemas of an object's fields, and the names of those that it must have.
    fn fields(self) -> (BTreeMap<&'static str, Schema>, Vec<&'static str>) {
        let (mut fields, mut required) = (BTreeMap::new(), Vec::new());
        for part in self.list("allOf") {
            let (more, needed) = part.target().fields();
            fields.extend(more);
            required.extend(needed);
        }
        let own = self.node["properties"].as_object().into_iter().flatten();
        fields.extend(own.map(|(name, node)| (&name[..], Schema { node, ..self })));
        required.extend(self.required());
        (fields, required)
    }

    /// What is wrong with a value, if anything is.
    fn fault(self, value: &Value) -> Option<String> {
        let schema = self.target();
        let node = schema.node;
        let unknown =
            node.as_object().expect("a schema").keys().find(|key| !KNOWN.contains(&&key[..]));
        assert_eq!(unknown, None, "{}", schema.file);
        let is_wrong_type = match &node["type"] {
            Value::Null => false,
            Value::Array(names) => !names.iter().any(|name| is_a(name, value)),
            name => !is_a(name, value),
        };
        let is_other = node.get("const").is_some_and(|constant| constant != value)
            || node["enum"].as_array().is_some_and(|words| !words.contains(value));
        if is_wrong_type || is_other {
            return Some(format!("{value} is not as {node} says"));
        }
        if node.get("anyOf").is_some() {
            let faults: Vec<_> = schema.list("anyOf").map(|choice| choice.fault(value)).collect();
            let is_wrong = faults.iter().all(Option::is_some);
            return is_wrong.then(|| Vec::from_iter(faults.into_iter().flatten()).join("; or "));
        }
        if let (Some(items), Some(values)) = (node.get("items"), value.as_array()) {
            return values.iter().find_map(|value| Schema { node: items, ..schema }.fault(value));
        }
        let (fields, required) = schema.fields();
        let object = value.as_object().filter(|_| !fields.is_empty())?;
        let missing = required.into_iter().find(|name| !object.contains_key(*name));
        missing.map(|name| format!("no `{name}`")).or_else(|| {
            object.iter().find_map(|(name, value)| match fields.get(&name[..]) {
                None => Some(format!("`{name}` is not in the schema")),
                Some(field) => Some(format!("`{name}`: {}", field.fault(value)?)),
            })
        })
    }
}

fn is_a(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}

/// The schema of an object, which is named in it.
fn schema_of(object: &Value) -> Schema {
    let name = object["schema"].as_str().expect("the name of a schema");
    let file = format!("{}.json", name.split('/').nth(1).expect("sliding/NAME/VERSION"));
    Schema::of_file(&file).unwrap_or_else(|| panic!("{name}: no {file}"))
}

/// Fails if an object is not as its schema says.
pub fn check(object: &Value) {
    let schema = schema_of(object);
    assert_eq!(object["schema"], schema.node["title"]);
    if let Some(fault) = schema.fault(object) {
        panic!("{object}\n{}: {fault}", schema.file);
    }
}

/// The names of the shapes of a schema that an object has.
pub fn shapes(object: &Value) -> Vec<&'static str> {
    let fitting = schema_of(object).list("anyOf").filter(|shape| shape.fault(object).is_none());
    fitting.map(name).collect()
}

/// All shapes, as SCHEMA/SHAPE.
pub fn all_shapes() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (file, node) in &*FILES {
        let schema = file.trim_end_matches(".json");
        all.extend(
            Schema { file, node }.list("anyOf").map(|shape| format!("{schema}/{}", name(shape))),
        );
    }
    all
}

/// The example of a shape.
pub fn example(schema: &str, shape: &str) -> Option<&'static Value> {
    FILES[&format!("{schema}.json")]["$defs"][shape]["examples"].get(0)
}

/// The last part of a reference.
fn name(schema: Schema) -> &'static str {
    schema.node["$ref"].as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default()
}

/// The fields of an object on the page, with `?` where they may be absent: fields that mean the same in one row, and in
/// the last row those that their names or the parts explain.
fn fields_of(schema: Schema) -> String {
    let parts: Vec<_> = schema.list("allOf").map(|part| format!("*{}*", name(part))).collect();
    let own = &schema.node["properties"];
    let required: Vec<_> = schema.required().collect();
    let optional = own.as_object().into_iter().flatten().map(|(name, _)| &name[..]);
    let optional = optional.filter(|name| !required.contains(name));
    let marked = required.iter().map(|&name| (name, ""));
    let (mut rows, mut rest) = (Vec::<(String, &str)>::new(), parts);
    for (name, mark) in marked.chain(optional.map(|name| (name, "?"))) {
        let shown = format!("`{name}`{mark}");
        match own[name]["description"].as_str() {
            Some(about) => match rows.iter_mut().find(|(_, same)| *same == about) {
                Some((names, _)) => *names += &format!(", {shown}"),
                None => rows.push((shown, about)),
            },
            None if name != "schema" => rest.push(shown),
            None => {}
        }
    }
    let rows = rows.iter().map(|(names, about)| format!("- {names}: {about}\n"));
    let rest = if rest.is_empty() { String::new() } else { format!("- {}\n", rest.join(", ")) };
    rows.collect::<String>() + &rest
}

/// The page from its mark on.
fn page() -> String {
    let mut text = String::new();
    for (file, node) in &*FILES {
        let schema = Schema { file, node };
        let title = node["title"].as_str().expect("a title");
        if file == "common.json" {
            continue;
        }
        let about = node["description"].as_str().expect("a description");
        text += &format!("\n## {title}\n\n{about}. [Schema](schemas/{file}).\n");
        for shape in schema.list("anyOf").map(Schema::target) {
            let about = shape.node["description"].as_str().expect("a description");
            text += &format!("\n**{about}**\n\n{}", fields_of(shape));
        }
    }
    let common = Schema::of_file("common.json").expect("parts");
    text += "\n## Parts\n\n[Schemas](schemas/common.json) of objects within others.\n\n";
    for (name, node) in common.node["$defs"].as_object().expect("parts") {
        let about = node["description"].as_str().expect("a description").trim_end_matches('.');
        let (fields, _) = Schema { node, ..common }.fields();
        let names = Vec::from_iter(fields.keys().map(|name| format!("`{name}`"))).join(", ");
        let colon = if names.is_empty() { "" } else { ": " };
        text += &format!("- **{name}**: {about}{colon}{names}\n");
    }
    text
}

/// The page for users is what the schemas say.
#[test]
fn page_of_schemas() {
    let text = files::read(PAGE);
    let (beginning, _) = text.split_once(MARK).expect("the mark");
    files::holds(PAGE, &format!("{beginning}{MARK}{}", page()), "page_of_schemas");
}

/// Faults are found: a field that is missing, unknown or of another type, and a word that is not in the list.
#[test]
fn faulty_objects_are_refused() {
    let right = example("rate", "rate").expect("an example");
    let fault = |change: &dyn Fn(&mut Value)| {
        let mut object = right.clone();
        change(&mut object);
        schema_of(&object).fault(&object)
    };
    assert_eq!(fault(&|_| ()), None);
    let changes: [&dyn Fn(&mut Value); 5] = [
        &|object| drop(object.as_object_mut().expect("an object").remove("limit")),
        &|object| object["new"] = 1.into(),
        &|object| object["style"] = 0.5.into(),
        &|object| object["limit"] = "patience".into(),
        &|object| object["rating"]["moves"] = "4".into(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert!(fault(change).is_some(), "change {number}");
    }
}
