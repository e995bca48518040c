//! The `hatha` command. All it does is in the library.

fn main() -> std::process::ExitCode {
    hatha::cli::main()
}
