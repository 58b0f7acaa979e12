//! The program `sliding`: arguments, library, exit code.

mod cli;

fn main() -> std::process::ExitCode {
    give_back_large_blocks();
    cli::run()
}

/// Has the C library's allocator take large blocks from the system one by one, and give each back
/// as soon as it is free.
///
/// Left alone, it keeps blocks of up to 32 MiB after a while, and `--memory` could not be kept.
fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `mallopt` takes two numbers, and there are no other threads yet. If it does not know
    // the parameter, it does nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20);
    }
}
