//! Who may ask: requests with the token, to this host name, from this page.
//!
//! Another page in the same browser can send requests to the loopback address. It
//! does not know the token; its origin is another one; and a name of its own that it
//! lets point to the loopback address (DNS rebinding) is not the host that this
//! server answers to. Each of the three alone would do.

use super::http::Request;
use super::token;

/// The header that carries the token of a command.
pub(super) const HEADER: &str = "x-hatha-token";

/// Lets requests pass or not.
pub(super) struct Guard {
    /// The token of this start.
    pub token: String,
    /// The host names that are answered to, with the port.
    hosts: [String; 2],
}

impl Guard {
    /// For a port and a token.
    pub(super) fn new(port: u16, token: String) -> Self {
        Guard {
            token,
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
        }
    }

    /// Why a request is refused, if it is.
    pub(super) fn check(&self, request: &Request) -> Result<(), &'static str> {
        let host = request.header("host").unwrap_or("");
        if !self.hosts.iter().any(|h| h == host) {
            return Err("refused: another host name");
        }
        if !request.header("origin").is_none_or(|o| self.is_own(o)) {
            return Err("refused: another origin");
        }
        let is_command = request.method != "GET";
        let site = request.header("sec-fetch-site");
        if is_command && site.is_some_and(|s| s != "same-origin") {
            return Err("refused: another site");
        }
        // A command has the token in a header, which no form and no link can set.
        let given = if is_command {
            request.header(HEADER)
        } else {
            request.parameter("token")
        };
        match given {
            Some(given) if token::is_same(given, &self.token) => Ok(()),
            _ => Err(
                "refused: the token of this start is missing; use the address that `hatha explore` printed",
            ),
        }
    }

    fn is_own(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://");
        host.is_some_and(|h| self.hosts.iter().any(|own| own == h))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), &'static str> {
        let request = Request::parse(text.as_bytes()).expect("a request");
        Guard::new(80, "abc".to_owned()).check(&request)
    }

    #[test]
    fn requests_of_the_page_pass() {
        let page = "GET /?token=abc HTTP/1.1\r\nHost: 127.0.0.1:80";
        assert_eq!(check(page), Ok(()));
        let named = "GET /?token=abc HTTP/1.1\r\nhost: localhost:80\r\nsec-fetch-site: cross-site";
        assert_eq!(check(named), Ok(()), "a link that the user follows");
        let command = "POST /api HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nSec-Fetch-Site: same-origin\r\nX-Hatha-Token: abc";
        assert_eq!(check(command), Ok(()));
    }

    #[test]
    fn others_are_refused() {
        let host = "\r\nHost: 127.0.0.1:80";
        for (request, why) in [
            ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80", "token"),
            ("GET /?token=abd HTTP/1.1\r\nHost: 127.0.0.1:80", "token"),
            ("GET /?token= HTTP/1.1\r\nHost: 127.0.0.1:80", "token"),
            ("GET /?token=abc HTTP/1.1", "host"),
            ("GET /?token=abc HTTP/1.1\r\nHost: evil.example:80", "host"),
            ("GET /?token=abc HTTP/1.1\r\nHost: 127.0.0.1:81", "host"),
            ("GET /?token=abc HTTP/1.1\r\nHost: 127.0.0.1", "host"),
        ] {
            assert!(check(request).is_err_and(|e| e.contains(why)), "{request}");
        }
        for (headers, why) in [
            (
                "Origin: http://evil.example\r\nX-Hatha-Token: abc",
                "origin",
            ),
            ("Origin: null\r\nX-Hatha-Token: abc", "origin"),
            (
                "Origin: https://127.0.0.1:80\r\nX-Hatha-Token: abc",
                "origin",
            ),
            (
                "Origin: http://127.0.0.1:8080\r\nX-Hatha-Token: abc",
                "origin",
            ),
            ("Sec-Fetch-Site: cross-site\r\nX-Hatha-Token: abc", "site"),
            ("X-Hatha-Token: ab", "token"),
            ("Cookie: token=abc", "token"),
        ] {
            let request = format!("POST /api?token=abc HTTP/1.1{host}\r\n{headers}");
            assert!(check(&request).is_err_and(|e| e.contains(why)), "{request}");
        }
    }
}
