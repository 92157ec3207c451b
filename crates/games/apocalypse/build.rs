//! Collects which test covers which rule, for the rule list.

fn main() {
    coverage::write_coverage();
}
