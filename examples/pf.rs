use damone::position::{Board, perft::perft};
use damone::rules::{
    Rules, VariantId,
    variants::{VariantVisitor, visit_variant},
};
struct P(u32);
impl VariantVisitor for P {
    type Output = u64;
    fn visit<R: Rules>(self) -> u64 {
        perft(&Board::<R>::start(), self.0)
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let id: VariantId = a[1].parse().unwrap();
    let d: u32 = a[2].parse().unwrap();
    let t = std::time::Instant::now();
    let n = visit_variant(id, P(d));
    let s = t.elapsed().as_secs_f64();
    println!("{id} d{d} {n} {s:.3}s {:.1} Mn/s", n as f64 / s / 1e6);
}
