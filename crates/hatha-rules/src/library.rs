//! The rules that ship with hatha.

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// A shipped rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its name, `posix/mutex`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The shipped rule of that name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    ALL.iter().find(|r| r.name == name)
}

/// The name under which a shipped rule appears in places.
pub fn file(name: &str) -> String {
    format!("<hatha>/rules/{name}.slic")
}
