//! The shell scripts, as far as that is cheap.

use std::fs;
use std::path::Path;
use std::process::Command;

fn scripts() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts")
}

#[test]
fn every_script_can_be_read_by_the_shell() {
    let files = fs::read_dir(scripts()).unwrap().map(|entry| entry.unwrap().path());
    let shell: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "sh")).collect();
    assert!(shell.len() > 2, "{shell:?}");
    for path in shell {
        let output = Command::new("bash").arg("-n").arg(&path).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{}: {errors}", path.display());
    }
}

/// `HyperQueue` takes one array of tasks a file, and names what it does not know.
#[test]
fn job_files_have_one_array_of_tasks() {
    for job in ["match_hq.toml", "selfplay_hq.toml"] {
        let text = fs::read_to_string(scripts().join(job)).unwrap();
        let file: toml::Table = text.parse().unwrap_or_else(|error| panic!("{job}: {error}"));
        let array = file["array"].as_table().unwrap_or_else(|| panic!("{job}: not one array"));
        assert!(array["ids"].is_str() && array["crash_limit"].is_integer(), "{job}");
        let command = array["command"].as_array().and_then(|words| words.last()?.as_str()).unwrap();
        assert!(
            command.contains("damone ") && command.contains("--shard $HQ_TASK_ID/100"),
            "{job}: {command}"
        );
    }
}

#[test]
fn release_builds_explain_themselves_and_refuse_nonsense() {
    let release =
        |words: &[&str]| Command::new("bash").arg(scripts().join("release.sh")).args(words).output().unwrap();
    let help = release(&["--help"]);
    assert!(help.status.success() && help.stderr.is_empty());
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    for word in ["--out", "--cpus", "--target", "--games", "--no-pgo", "x86-64-v3", "llvm-tools"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    for words in [&["--speed"][..], &["--out"], &["now"]] {
        let output = release(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("release.sh: "), "{words:?}");
    }
}
