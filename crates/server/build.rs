//! A file added to the client is embedded without further ado.

fn main() {
    println!("cargo::rerun-if-changed=../../web");
    println!("cargo::rerun-if-changed=../../docs/games");
    println!("cargo::rerun-if-changed=migrations");
}
