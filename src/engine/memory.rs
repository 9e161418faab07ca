//! How much memory the machine can give. The standard library ends the program when an allocation fails, and
//! some systems hand out more than they have; so a large table is asked about first.

/// Whether `megabytes` MiB can be had now.
pub fn can_allocate(megabytes: usize) -> bool {
    let Some(bytes) = megabytes.checked_mul(1 << 20) else { return false };
    if available().is_some_and(|free| free < bytes) {
        return false;
    }
    let mut probe: Vec<u8> = Vec::new();
    probe.try_reserve_exact(bytes).is_ok()
}

/// What the system says it could give without swapping, where it says so (Linux).
fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_can_be_had_and_far_too_much_cannot() {
        assert!(can_allocate(1));
        assert!(!can_allocate(33_554_432), "32 TiB");
        assert!(!can_allocate(usize::MAX));
    }
}
