//! The page; its script and its style are built from `web/report` and kept in `assets`.

/// The script.
pub(super) const SCRIPT: &str = include_str!("../../assets/explore.js");
/// The style.
pub(super) const STYLE: &str = include_str!("../../assets/explore.css");

/// The page of a start; a token has digits and letters alone.
pub(super) fn html(token: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>hatha explore</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <link rel=\"stylesheet\" href=\"/explore.css?token={token}\">\n</head>\n<body>\n\
         <noscript>This page needs JavaScript.</noscript>\n<div id=\"page\"></div>\n\
         <script src=\"/explore.js?token={token}\"></script>\n</body>\n</html>\n"
    )
}
