//! The `hatha` command. All it does is in the library.

/// The front end allocates and frees syntax trees by the million; glibc's
/// allocator took a third of its time (docs/decisions/0004-allocator.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    hatha::cli::main()
}
