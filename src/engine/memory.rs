//! How much memory the machine can give. Some systems promise more than they have and end the program when
//! it takes them at their word, so a large table is asked about first.

/// Whether `megabytes` MiB can be had without driving something else out; yes where nothing is known.
pub fn can_give(megabytes: usize) -> bool {
    let wanted = megabytes.saturating_mul(1024);
    available().is_none_or(|kibibytes| wanted <= kibibytes)
}

/// KiB that the system could give without swapping, where it says so (Linux).
fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_can_be_had() {
        assert!(can_give(1));
        if available().is_some() {
            assert!(!can_give(33_554_432), "32 TiB");
            assert!(!can_give(usize::MAX));
        }
    }
}
