//! Which scripts a script imports, directly and by others: pages name them all, so that the browser
//! fetches them at once and not one layer after the other.

use std::collections::BTreeSet;

/// All that a script imports, by path; `text` gives a script by its path.
pub(super) fn closure<'a>(path: &str, text: &impl Fn(&str) -> Option<&'a str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        for import in text(&path).map(|text| imports(&path, text)).unwrap_or_default() {
            if text(&import).is_some() && found.insert(import.clone()) {
                open.push(import);
            }
        }
    }
    found
}

/// What the text of a script imports, by path. What it imports later (`import(...)`) is not meant.
fn imports(path: &str, script: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let resolve = |name: &str| {
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in name.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    };
    let imported = |line: &'_ str| {
        let (_, name) = line.split_once(" from \"").or_else(|| line.split_once("import \""))?;
        name.split_once('"').map(|(name, _)| name.to_owned())
    };
    let names = script.lines().filter_map(imported);
    names.filter(|name| name.starts_with('.')).map(|name| resolve(&name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_by_their_path() {
        let script = "import { a } from \"./b.js\";\nimport {\n  c,\n} from \"../d.js\";\n";
        assert_eq!(imports("table/e.js", script), ["table/b.js", "d.js"]);
        assert_eq!(imports("e.js", "import x from \"./t/b.js\"; // from \"z\""), ["t/b.js"]);
        assert_eq!(imports("e.js", "import \"./b.js\";\nimport(\"./later.js\");"), ["b.js"]);
    }

    #[test]
    fn imports_may_lead_back() {
        let text = |path: &str| match path {
            "a.js" => Some("import \"./b.js\";"),
            "b.js" => Some("import \"./a.js\";\nimport \"./gone.js\";"),
            _ => None,
        };
        assert_eq!(closure("a.js", &text), ["a.js", "b.js"].map(str::to_owned).into());
    }
}
