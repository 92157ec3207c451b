//! Running the program from outside.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program with these arguments, fed with `input`.
pub fn strategikon(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_strategikon"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let input = input.to_vec();
    // From another thread: the program may fill its output before it has read all of its input.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// What a successful run prints.
#[allow(dead_code)]
pub fn prints(arguments: &[&str]) -> String {
    let output = strategikon(arguments, b"");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The exit code and the complaint of a run that fails.
#[allow(dead_code)]
pub fn complains(arguments: &[&str]) -> (i32, String) {
    let output = strategikon(arguments, b"");
    (output.status.code().expect("not killed"), String::from_utf8(output.stderr).expect("text"))
}

/// A file for this test alone.
#[allow(dead_code)]
pub fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("strategikon-test-{}-{name}", std::process::id()))
}
