//! Why a file of hatha's own formats cannot be read.

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// It is not the JSON that it should be.
    #[error("{0}")]
    Json(String),
    /// It is a file of another kind.
    #[error("its schema is `{found}`, not `{expected}`")]
    Schema {
        /// The kind that it claims to be.
        found: String,
        /// The kind that was wanted.
        expected: &'static str,
    },
    /// A version of the format that is not known.
    #[error("version {0} is not known")]
    Version(u32),
}

impl From<serde_json::Error> for FormatError {
    fn from(error: serde_json::Error) -> Self {
        FormatError::Json(error.to_string())
    }
}

/// Whether a file is of a format and version.
pub(crate) fn expect(
    (schema, version): (&str, u32),
    expected: (&'static str, u32),
) -> Result<(), FormatError> {
    if schema != expected.0 {
        return Err(FormatError::Schema {
            found: schema.to_owned(),
            expected: expected.0,
        });
    }
    match version == expected.1 {
        true => Ok(()),
        false => Err(FormatError::Version(version)),
    }
}
