//! As much of HTTP/1.1 as one page needs: a request on a connection, and a response.
//!
//! **Invariant.** A request has a bounded size and a bounded time; what is not plainly
//! a request of this subset is refused, never guessed at. Every response forbids to be
//! kept, framed, or to load anything from elsewhere.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The largest head of a request.
const HEAD: usize = 16 << 10;
/// The largest body.
const BODY: usize = 64 << 10;
/// How long a request may take to arrive.
const TIME: Duration = Duration::from_secs(10);
/// How long the other side has to take a response.
const WRITE: Duration = Duration::from_secs(30);
/// How long what is left of a refused request is taken in, so that the response arrives.
const DRAIN: Duration = Duration::from_millis(200);

/// What every response says: nothing from elsewhere, and nothing is kept.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
     img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A request.
#[derive(Debug)]
pub struct Request {
    /// `GET`, `POST`, …
    pub method: String,
    /// The path, without the query.
    pub path: String,
    query: String,
    headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why there is no request.
#[derive(Debug)]
pub enum Bad {
    /// The other side is gone or silent.
    Gone,
    /// It gets this response.
    Refused(Response),
}

impl Request {
    /// Reads a head, without the empty line behind it.
    pub fn parse(head: &[u8]) -> Result<Request, &'static str> {
        let head = std::str::from_utf8(head).map_err(|_| "the head is no text")?;
        let mut lines = head.split("\r\n");
        let first: Vec<&str> = lines.next().unwrap_or("").split(' ').collect();
        let [method, target, "HTTP/1.1" | "HTTP/1.0"] = first[..] else {
            return Err("this is no request of HTTP/1.1");
        };
        let is_method = method.bytes().all(|b| b.is_ascii_uppercase()) && !method.is_empty();
        if !is_method || !target.starts_with('/') || target.contains(|c: char| c.is_control()) {
            return Err("this is no request of HTTP/1.1");
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut headers: Vec<(String, String)> = Vec::new();
        for line in lines {
            let (name, value) = line.split_once(':').ok_or("a header without a colon")?;
            if name.is_empty() || !name.bytes().all(is_word) {
                return Err("a header without a name");
            }
            let name = name.to_ascii_lowercase();
            if headers.iter().any(|(n, _)| *n == name) {
                return Err("a header that is given twice");
            }
            headers.push((name, value.trim().to_owned()));
        }
        Ok(Request {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers,
            body: Vec::new(),
        })
    }

    /// A header by its name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// A parameter of the query, which is given once and needs no decoding.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|p| p.split_once('='));
        let mut values = pairs.filter(|(n, _)| *n == name).map(|(_, v)| v);
        let value = values.next();
        if values.next().is_some() { None } else { value }
    }

    /// The length of the body.
    fn length(&self) -> Result<usize, Response> {
        if self.header("transfer-encoding").is_some() {
            return Err(Response::text(501, "a body has a Content-Length"));
        }
        let Some(length) = self.header("content-length") else {
            return match self.method.as_str() {
                "POST" => Err(Response::text(411, "a body has a Content-Length")),
                _ => Ok(0),
            };
        };
        let digits = !length.is_empty() && length.bytes().all(|b| b.is_ascii_digit());
        match length.parse::<usize>() {
            Ok(length) if digits && length <= BODY => Ok(length),
            _ if digits => Err(Response::text(413, "the body is too large")),
            _ => Err(Response::text(400, "a Content-Length that is no number")),
        }
    }
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b)
}

/// Reads a request.
pub fn read(stream: &TcpStream) -> Result<Request, Bad> {
    let deadline = Instant::now() + TIME;
    let mut data = Vec::new();
    let end = loop {
        if let Some(end) = data.windows(4).position(|w| w == b"\r\n\r\n") {
            break end;
        }
        if data.len() > HEAD {
            return Err(Bad::Refused(Response::text(431, "the head is too large")));
        }
        more(stream, deadline, &mut data)?;
    };
    let request = Request::parse(&data[..end]);
    let mut request = request.map_err(|why| Bad::Refused(Response::text(400, why)))?;
    let length = request.length().map_err(Bad::Refused)?;
    let mut body = data.split_off(end + 4);
    while body.len() < length {
        more(stream, deadline, &mut body)?;
    }
    body.truncate(length);
    request.body = body;
    Ok(request)
}

/// Takes in what there is, before a moment.
fn more(mut stream: &TcpStream, deadline: Instant, data: &mut Vec<u8>) -> Result<(), Bad> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(Bad::Gone);
    }
    let mut buffer = [0; 4096];
    match stream.read(&mut buffer) {
        Ok(0) => Err(Bad::Gone),
        Ok(n) => {
            data.extend_from_slice(&buffer[..n]);
            Ok(())
        }
        Err(e) if e.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(_) => Err(Bad::Gone),
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    status: u16,
    kind: &'static str,
    allow: Option<&'static str>,
    body: Cow<'static, str>,
}

impl Response {
    /// With a body of some type.
    pub fn new(status: u16, kind: &'static str, body: impl Into<Cow<'static, str>>) -> Self {
        Response {
            status,
            kind,
            allow: None,
            body: body.into(),
        }
    }

    /// With a plain text.
    pub fn text(status: u16, body: impl Into<Cow<'static, str>>) -> Self {
        Response::new(status, "text/plain; charset=utf-8", body)
    }

    /// For a method that is not the one that a page has.
    pub(crate) fn not_allowed(method: &'static str) -> Self {
        Response {
            allow: Some(method),
            ..Response::text(405, "another method is needed")
        }
    }

    fn head(&self) -> String {
        let reason = match self.status {
            200 => "OK",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            413 => "Content Too Large",
            503 => "Service Unavailable",
            _ => "Bad Request",
        };
        let allow = self
            .allow
            .map_or(String::new(), |m| format!("Allow: {m}\r\n"));
        format!(
            "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{allow}\
             Content-Security-Policy: {POLICY}\r\nCache-Control: no-store\r\n\
             Referrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
             X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\nConnection: close\r\n\r\n",
            self.status,
            self.kind,
            self.body.len()
        )
    }
}

/// Sends a response and ends the connection.
pub fn write(mut stream: &TcpStream, response: &Response) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE))?;
    stream.write_all(response.head().as_bytes())?;
    stream.write_all(response.body.as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    // A connection that is closed with unread data is reset, and the response may be lost.
    let deadline = Instant::now() + DRAIN;
    let mut rest = Vec::new();
    while more(stream, deadline, &mut rest).is_ok() {
        rest.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, &'static str> {
        Request::parse(text.as_bytes())
    }

    #[test]
    fn a_request_is_taken_apart() {
        let text =
            "POST /api?a=1&token=abc HTTP/1.1\r\nHost: h:1\r\nX-A:  b \r\nContent-Length: 12";
        let request = parse(text).expect("a request");
        assert_eq!((&*request.method, &*request.path), ("POST", "/api"));
        assert_eq!(request.parameter("token"), Some("abc"));
        assert_eq!(request.header("x-a"), Some("b"));
        assert_eq!(request.length().ok(), Some(12));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "GET /",
            "GET / HTTP/2",
            "GET  / HTTP/1.1",
            "get / HTTP/1.1",
            "GET http://127.0.0.1/ HTTP/1.1",
            "GET / HTTP/1.1\r\nHost",
            "GET / HTTP/1.1\r\n : x",
            "GET / HTTP/1.1\r\nHost: a\r\n folded",
            "GET / HTTP/1.1\r\nHost: a\r\nhost: b",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_parameter_that_is_given_twice_is_none() {
        let request = parse("GET /?token=a&token=b HTTP/1.1").expect("a request");
        assert_eq!(request.parameter("token"), None);
    }

    #[test]
    fn lengths_are_bounded_and_plain() {
        let status = |header: &str| {
            let request = parse(&format!("POST / HTTP/1.1\r\n{header}")).expect("a request");
            request.length().map_err(|r| r.status)
        };
        assert_eq!(status("Content-Length: 65536"), Ok(65_536));
        assert_eq!(status("Content-Length: 65537"), Err(413));
        assert_eq!(status("Content-Length: 99999999999999999999999"), Err(413));
        assert_eq!(status("Content-Length: +1"), Err(400));
        assert_eq!(status("Content-Length: -1"), Err(400));
        assert_eq!(status("Host: a"), Err(411));
        assert_eq!(status("Transfer-Encoding: chunked"), Err(501));
    }
}
