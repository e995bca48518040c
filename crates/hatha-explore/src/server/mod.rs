//! The page on the loopback address.
//!
//! **Invariant.** Commands reach the explorer only from requests that [`guard`] lets
//! pass: with the token of this start, to this host name, from this origin. Requests
//! are small and have little time; no part of one names a file; what is sent is the
//! page, its script and its style, and replies.

mod guard;
mod http;
mod page;
mod token;

use crate::command::{self, Command};
use crate::explorer::Explorer;
use crate::ground::Ground;
use guard::Guard;
use http::{Bad, Request, Response};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Connections that are served at once.
const CONNECTIONS: usize = 32;
/// How often Ctrl-C is looked for.
const BEAT: Duration = Duration::from_millis(100);
/// How long the last replies have to be sent.
const FAREWELL: u32 = 10;

/// A command that waits for its turn.
struct Job {
    command: Command,
    reply: SyncSender<String>,
}

/// What every connection needs.
struct Shared {
    guard: Guard,
    jobs: SyncSender<Job>,
    /// Ends what the explorer is doing.
    interrupt: Arc<AtomicBool>,
    closing: AtomicBool,
    open: AtomicUsize,
}

/// A server that has its port and its token, and takes no requests yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: String,
}

impl Server {
    /// On a port of the loopback address; 0 is any free one.
    pub fn bind(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let token = token::fresh()?;
        Ok(Server {
            listener,
            address,
            token,
        })
    }

    /// The address of the page, for the user alone.
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// Serves until a page says that it is over or the flag is set.
    pub fn run<G: Ground>(self, explorer: &mut Explorer<G>, interrupted: &AtomicBool) {
        let (jobs, waiting) = sync_channel(CONNECTIONS);
        let shared = Arc::new(Shared {
            guard: Guard::new(self.address.port(), self.token),
            jobs,
            interrupt: explorer.interrupt(),
            closing: AtomicBool::new(false),
            open: AtomicUsize::new(0),
        });
        let (listener, own) = (self.listener, Arc::clone(&shared));
        let acceptor = thread::spawn(move || accept(&listener, &own));
        thread::scope(|scope| {
            scope.spawn(|| pass_on(interrupted, &shared));
            work(explorer, &waiting, interrupted);
            shared.closing.store(true, Ordering::Relaxed);
        });
        for _ in 0..FAREWELL {
            if shared.open.load(Ordering::Relaxed) == 0 {
                break;
            }
            thread::sleep(BEAT / 2);
        }
        // Wakes the acceptor, which waits for a connection.
        let woken = TcpStream::connect(self.address);
        if woken.is_ok() && acceptor.join().is_err() {
            eprintln!("hatha: the server ended with a panic");
        }
    }
}

/// Ctrl-C ends what the explorer is doing as well.
fn pass_on(interrupted: &AtomicBool, shared: &Shared) {
    while !shared.closing.load(Ordering::Relaxed) {
        if interrupted.load(Ordering::Relaxed) {
            shared.interrupt.store(true, Ordering::Relaxed);
        }
        thread::sleep(BEAT);
    }
}

/// Carries commands out, one after the other.
fn work<G: Ground>(explorer: &mut Explorer<G>, jobs: &Receiver<Job>, interrupted: &AtomicBool) {
    while !interrupted.load(Ordering::Relaxed) {
        let job = match jobs.recv_timeout(BEAT) {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let reply = serde_json::to_string(&explorer.handle(&job.command));
        // A page that is gone needs no reply.
        let _ = job.reply.send(reply.unwrap_or_default());
        if job.command == Command::Quit {
            return;
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.closing.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else { continue };
        if shared.open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            shared.open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let own = Arc::clone(shared);
        let started = thread::Builder::new().spawn(move || {
            serve(&stream, &own);
            own.open.fetch_sub(1, Ordering::Relaxed);
        });
        if started.is_err() {
            shared.open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn serve(stream: &TcpStream, shared: &Shared) {
    let response = match http::read(stream) {
        Ok(request) => answer(&request, shared),
        Err(Bad::Gone) => return,
        Err(Bad::Refused(response)) => response,
    };
    // The other side may be gone.
    let _ = http::write(stream, &response);
}

/// The response to a request.
fn answer(request: &Request, shared: &Shared) -> Response {
    if let Err(why) = shared.guard.check(request) {
        return Response::text(403, why);
    }
    let token = &shared.guard.token;
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => Response::new(200, "text/html; charset=utf-8", page::html(token)),
        ("GET", "/explore.js") => {
            Response::new(200, "text/javascript; charset=utf-8", page::SCRIPT)
        }
        ("GET", "/explore.css") => Response::new(200, "text/css; charset=utf-8", page::STYLE),
        ("POST", "/api") => api(request, shared),
        (_, "/" | "/explore.js" | "/explore.css") => Response::not_allowed("GET"),
        (_, "/api") => Response::not_allowed("POST"),
        _ => Response::text(404, "there is no such page"),
    }
}

fn api(request: &Request, shared: &Shared) -> Response {
    let kind = request.header("content-type").unwrap_or("");
    let (kind, _) = kind.split_once(';').unwrap_or((kind, ""));
    if kind.trim() != "application/json" {
        return Response::text(415, "a command is application/json");
    }
    let command = match command::read(&request.body) {
        Ok(command) => command,
        Err(why) => return Response::text(400, why.to_string()),
    };
    if matches!(command, Command::Stop | Command::Quit) {
        shared.interrupt.store(true, Ordering::Relaxed);
    }
    if command == Command::Stop {
        return Response::text(200, "stopped");
    }
    let (reply, answer) = sync_channel(1);
    if shared.jobs.try_send(Job { command, reply }).is_err() {
        return Response::text(503, "too many commands wait");
    }
    match answer.recv() {
        Ok(reply) => Response::new(200, "application/json", reply),
        Err(_) => Response::text(503, "the exploration is over"),
    }
}
