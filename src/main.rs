use sliding::puzzle::*;
use sliding::report::classic::Classic;
use sliding::search::*;
use std::io::Read;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let style = Style::new(a[1].parse().unwrap()).unwrap();
    let verb: i32 = a.get(2).map_or(0, |v| v.parse().unwrap());
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let p: Puzzle = match text.parse() {
        Ok(p) => p,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(2)
        }
    };
    let mut r = Request::new(style);
    r.want_solution = verb >= 0;
    r.ring = RingSize::CLASSIC;
    if let Some(w) = a.get(3) {
        r.ring = RingSize::Words(w.parse().unwrap());
    }
    let out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut c = Classic::new(&p, verb, out);
    c.begin(style);
    let o = search(&p, &r, &mut c).unwrap();
    c.end(&o).unwrap();
}
