//! The rewrites that look at more than one token.

use super::attributes::{self, Attributes};
use super::pack::Pack;
use super::promises::Promise;
use super::token::{AND_AND, Directive, Kind, Token};
use super::{Edit, LexError, keywords, literals};
use rustc_hash::FxHashSet;

/// All rewrites of a text, and what it promises to compilers.
pub(super) fn edits(
    input: &[u8],
    tokens: &[Token],
    directives: &[Directive],
) -> Result<(Vec<Edit<'static>>, Vec<Promise>), LexError> {
    let mut r = Rewriter {
        input,
        tokens,
        partner: partners(tokens),
        edits: Vec::new(),
        braces: Vec::new(),
        prev: None,
        declaration_start: true,
        declared_from: 0,
        promises: Vec::new(),
        initialiser: false,
        tag: None,
        record_end: None,
        typedefs: FxHashSet::default(),
        typedefs_read_to: 0,
        labels: labels(input, tokens),
        pack: Pack::default(),
    };
    let mut directives = directives.iter().peekable();
    let mut i = 0;
    while i < tokens.len() {
        while let Some(d) = directives.next_if(|d| d.before as usize <= i) {
            r.directive(d)?;
        }
        i = r.step(i)?;
    }
    directives.try_for_each(|d| r.directive(d))?;
    Ok((r.edits, r.promises))
}

/// For every bracket the index of the one it belongs to, else `u32::MAX`.
fn partners(tokens: &[Token]) -> Vec<u32> {
    let mut partner = vec![u32::MAX; tokens.len()];
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (i, t) in tokens.iter().enumerate() {
        let Kind::Punct(b) = t.kind else { continue };
        let opener = match b {
            b'(' | b'[' | b'{' => {
                open.push((b, i));
                continue;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => continue,
        };
        if open.last().is_some_and(|&(o, _)| o == opener) {
            let (_, at) = open.pop().unwrap_or((opener, i));
            partner[at] = i as u32;
            partner[i] = at as u32;
        }
    }
    partner
}

/// Every name between the start of a statement and a `:`.
fn labels<'a>(input: &'a [u8], tokens: &[Token]) -> FxHashSet<&'a [u8]> {
    let starts = |t: &Token| matches!(t.kind, Kind::Punct(b';' | b'{' | b'}' | b':' | b')'));
    let label =
        |w: &&[Token]| starts(&w[0]) && w[1].kind == Kind::Word && w[2].kind == Kind::Punct(b':');
    let names = tokens.windows(3).filter(label).map(|w| w[1]);
    names
        .map(|t| &input[t.start as usize..t.end as usize])
        .collect()
}

/// What an open brace belongs to.
enum Brace {
    /// A function's body (at file scope).
    Function,
    /// A structure, union or enumeration, with the attributes to write after it.
    Record { attributes: Vec<u8>, packs: bool },
    /// A block or an initialiser.
    Other,
}

/// `struct`, `union` or `enum` has been read, its body not yet.
struct Tag {
    attributes: Vec<u8>,
    is_enum: bool,
}

pub(super) struct Rewriter<'a> {
    input: &'a [u8],
    tokens: &'a [Token],
    partner: Vec<u32>,
    edits: Vec<Edit<'static>>,
    braces: Vec<Brace>,
    prev: Option<usize>,
    /// At file scope, and a declaration may start here.
    declaration_start: bool,
    /// The first token of the declaration at hand, at file scope.
    pub(super) declared_from: usize,
    pub(super) promises: Vec<Promise>,
    /// At file scope, and behind the `=` of a declaration.
    initialiser: bool,
    tag: Option<Tag>,
    /// The brace that closed the last record.
    record_end: Option<usize>,
    /// Every name that may be a typedef name: a superset.
    typedefs: FxHashSet<&'a [u8]>,
    typedefs_read_to: usize,
    /// Every name that stands before a `:` as a label does.
    labels: FxHashSet<&'a [u8]>,
    pack: Pack,
}

impl<'a> Rewriter<'a> {
    pub(super) fn text(&self, i: usize) -> &'a [u8] {
        self.tokens
            .get(i)
            .map_or(b"", |t| &self.input[t.start as usize..t.end as usize])
    }

    pub(super) fn start(&self, i: usize) -> usize {
        self.tokens
            .get(i)
            .map_or(self.input.len(), |t| t.start as usize)
    }

    pub(super) fn end(&self, i: usize) -> usize {
        self.tokens
            .get(i)
            .map_or(self.input.len(), |t| t.end as usize)
    }

    pub(super) fn is(&self, i: usize, b: u8) -> bool {
        self.tokens.get(i).is_some_and(|t| t.kind == Kind::Punct(b))
    }

    pub(super) fn kind(&self, i: usize) -> Option<Kind> {
        self.tokens.get(i).map(|t| t.kind)
    }

    fn is_word(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.kind == Kind::Word)
    }

    pub(super) fn is_at_file_scope(&self) -> bool {
        self.braces.is_empty()
    }

    pub(super) fn is_name(&self, i: usize) -> bool {
        match self.kind(i) {
            Some(Kind::Word) => keywords::is_name(self.text(i)),
            Some(Kind::Name) => true,
            _ => false,
        }
    }

    /// The closing bracket of the opening one at `i`.
    pub(super) fn close(&self, i: usize) -> Option<usize> {
        let p = *self.partner.get(i)? as usize;
        (p > i && p < self.tokens.len()).then_some(p)
    }

    fn insert(&mut self, at: usize, text: &'static str) {
        self.edits.push(Edit::insert(at, text));
    }

    fn directive(&mut self, d: &Directive) -> Result<(), LexError> {
        let line = &self.input[d.start as usize..d.end as usize];
        let line = String::from_utf8_lossy(line);
        let line = line.trim_start_matches("%:").trim_start_matches('#').trim();
        let word = line
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .next();
        match word {
            Some("pragma") => {
                let text = line[6..].trim();
                self.note_promise_of_loop(text, d.start);
                let unknown = self.pack.pragma(text);
                if unknown && self.declaration_start {
                    let text = "extern int __hatha_file_pragma;";
                    self.edits.push(Edit::insert(d.end as usize, text));
                }
                Ok(())
            }
            Some("" | "line" | "ident" | "sccs" | "define" | "undef") | None => Ok(()),
            Some(w) if w.bytes().all(|b| b.is_ascii_digit()) => Ok(()),
            Some(w) => Err(LexError::new(
                d.start as usize,
                format!("`#{w}` in a preprocessed text"),
            )),
        }
    }

    /// Handles the token at `i` (and perhaps some after it); returns the next.
    fn step(&mut self, i: usize) -> Result<usize, LexError> {
        if let Some(list) = attributes::read(self.input, self.tokens, &self.partner, i) {
            return self.attributes(i, list);
        }
        if self.declaration_start {
            self.implicit_int(i);
        }
        let next = match self.tokens[i].kind {
            Kind::Word => self.word(i)?,
            Kind::Punct(b) => self.punct(i, b),
            _ => self.single(i)?,
        };
        self.after(i, next);
        Ok(next)
    }

    /// Bookkeeping after the tokens `i..next`.
    fn after(&mut self, i: usize, next: usize) {
        if self.text(i) == b"__extension__" {
            return;
        }
        let last = next - 1;
        let ends_function = self.is(last, b'}') && self.declaration_start;
        let at_file_scope = self.braces.is_empty();
        self.declaration_start = at_file_scope && (ends_function || self.is(last, b';'));
        self.initialiser &= !self.declaration_start;
        if self.declaration_start {
            self.declared_from = next;
        }
        self.prev = Some(last);
    }

    fn single(&mut self, i: usize) -> Result<usize, LexError> {
        self.edits
            .extend(literals::edit(self.input, &self.tokens[i])?);
        Ok(i + 1)
    }

    /// Drops the harmless attributes of a list; moves the others behind a record's body
    /// or leaves them where they are.
    fn attributes(&mut self, i: usize, list: Attributes) -> Result<usize, LexError> {
        let (start, end) = (self.start(i), self.end(list.next - 1));
        self.note_promises(&list);
        if list.kept.is_empty() {
            self.edits.push(Edit::replace(start, end, " "));
        } else if let Some(behind) = self.behind_width(list.next) {
            let text = self.attributes_text(&list)?;
            self.edits.push(Edit::replace(start, end, " "));
            self.edits.push(Edit::owned(behind, behind, text));
        } else if self.tag.is_some() && self.prev_is_tag_word() {
            let text = self.attributes_text(&list)?;
            self.edits.push(Edit::replace(start, end, " "));
            if let Some(tag) = &mut self.tag {
                tag.attributes.extend_from_slice(&text);
            }
        } else {
            self.attributes_in_place(start, end, &list)?;
        }
        Ok(list.next)
    }

    /// Where the width of a bit-field ends that starts at `i`: attributes before it belong there.
    fn behind_width(&self, i: usize) -> Option<usize> {
        let member = matches!(self.braces.last(), Some(Brace::Record { .. }));
        if !member || !self.is(i, b':') {
            return None;
        }
        let mut j = i + 1;
        while j < self.tokens.len() && ![b',', b';', b'}'].iter().any(|b| self.is(j, *b)) {
            j = self.close(j).unwrap_or(j) + 1;
        }
        Some(self.start(j))
    }

    fn attributes_in_place(
        &mut self,
        start: usize,
        end: usize,
        list: &Attributes,
    ) -> Result<(), LexError> {
        let saved = (self.prev, self.declaration_start, self.initialiser);
        let mut at = start;
        let mut before = " __attribute__((";
        for range in &list.kept {
            self.edits
                .push(Edit::replace(at, self.start(range.start), before));
            before = ",";
            self.declaration_start = false;
            let mut j = range.start;
            while j < range.end {
                j = self.step(j)?;
            }
            at = self.end(range.end - 1);
        }
        self.edits.push(Edit::replace(at, end, ")) "));
        (self.prev, self.declaration_start, self.initialiser) = saved;
        Ok(())
    }

    /// The kept attributes written anew, each word by itself replaced where needed.
    fn attributes_text(&self, list: &Attributes) -> Result<Vec<u8>, LexError> {
        let mut text = Vec::new();
        for range in &list.kept {
            text.extend_from_slice(if text.is_empty() {
                b" __attribute__(("
            } else {
                b","
            });
            for i in range.clone() {
                let gap = i > range.start && self.start(i) > self.end(i - 1);
                text.extend_from_slice(if gap { b" " } else { b"" });
                let word = self.text(i);
                match keywords::replacement(word) {
                    Some(new) => text.extend_from_slice(new.as_bytes()),
                    None => text.extend_from_slice(&literals::text(self.input, &self.tokens[i])?),
                }
            }
        }
        text.extend_from_slice(b")) ");
        Ok(text)
    }

    // --- words ---

    fn word(&mut self, i: usize) -> Result<usize, LexError> {
        let word = self.text(i);
        if let Some(new) = keywords::replacement(word) {
            self.edits
                .push(Edit::replace(self.start(i), self.end(i), new));
        }
        let tag = self.tag.take();
        match word {
            b"struct" | b"union" | b"enum" => {
                self.tag = Some(Tag {
                    attributes: Vec::new(),
                    is_enum: word == b"enum",
                });
            }
            b"typedef" => self.collect_typedefs(i),
            b"goto" if self.is(i + 1, b'*') => return Ok(self.computed_goto(i)),
            b"__label__" => return Ok(self.local_labels(i)),
            b"asm" | b"__asm" | b"__asm__" => return Ok(self.asm(i)),
            b"_Static_assert" => self.static_assert(i),
            b"__builtin_types_compatible_p" => self.types_compatible(i),
            b"_Alignof" | b"__alignof" | b"__alignof__" => self.alignof(i),
            b"_Alignas" => self.alignas(i),
            b"sizeof" => self.sizeof(i),
            b"__real" | b"__real__" | b"__imag" | b"__imag__" => self.complex_part(i),
            // Says nothing itself: what follows may be an expression.
            b"__extension__" => self.tag = tag,
            _ if keywords::is_specifier(word) => self.specifier(i),
            _ => {
                // The name of a structure whose body may follow.
                self.tag = tag.filter(|_| self.prev_is_tag_word());
            }
        }
        self.single(i)
    }

    fn prev_is_tag_word(&self) -> bool {
        let prev = self.prev.map(|p| self.text(p));
        matches!(prev, Some(b"struct" | b"union" | b"enum"))
    }

    /// Notes every word of a typedef outside of braces.
    fn collect_typedefs(&mut self, i: usize) {
        let mut j = i.max(self.typedefs_read_to);
        while j < self.tokens.len() && !self.is(j, b';') {
            if self.is_word(j) {
                self.typedefs.insert(self.text(j));
            }
            j = match self.close(j) {
                Some(close) if self.is(j, b'{') => close,
                _ => j + 1,
            };
        }
        self.typedefs_read_to = j;
    }

    fn computed_goto(&mut self, i: usize) -> usize {
        let mut j = i + 2;
        while j < self.tokens.len() && !self.is(j, b';') && self.text(j) != b"goto" {
            j = self.close(j).unwrap_or(j) + 1;
        }
        if self.is(j, b';') {
            let (start, end) = (self.start(i), self.end(i + 1));
            self.edits.push(Edit::replace(start, end, "__hatha_goto("));
            self.insert(self.start(j), ")");
        }
        i + 2
    }

    fn local_labels(&mut self, i: usize) -> usize {
        let mut j = i + 1;
        let mut text = b"__hatha_local_labels(".to_vec();
        while self.is_word(j) {
            text.push(b'"');
            text.extend_from_slice(self.text(j));
            text.push(b'"');
            j += 1;
            if self.is(j, b',') {
                text.push(b',');
                j += 1;
            }
        }
        if !self.is(j, b';') {
            return i + 1;
        }
        text.push(b')');
        self.edits
            .push(Edit::owned(self.start(i), self.start(j), text));
        j
    }

    fn asm(&mut self, i: usize) -> usize {
        let mut open = i + 1;
        while self.is_word(open) {
            open += 1;
        }
        let Some(close) = self.close(open).filter(|_| self.is(open, b'(')) else {
            return i + 1;
        };
        if self.declaration_start && self.is(close + 1, b';') {
            let text = "extern int __hatha_file_asm";
            self.edits
                .push(Edit::replace(self.start(i), self.end(close), text));
            return close + 1;
        }
        if (i + 1..open).any(|q| self.text(q) == b"goto") {
            let text = "__hatha_unsupported(\"asm goto\")";
            self.edits
                .push(Edit::replace(self.start(i), self.end(close), text));
            return close + 1;
        }
        if open > i + 2 || matches!(self.text(i + 1), b"inline" | b"__inline" | b"__inline__") {
            // One qualifier is all lang-c takes, and `volatile` all that could matter.
            let (start, end) = (self.start(i + 1), self.end(open - 1));
            self.edits.push(Edit::replace(start, end, "volatile"));
        }
        open
    }

    /// The parenthesis after the word at `i` with its partner.
    fn arguments(&self, i: usize) -> Option<(usize, usize)> {
        let close = self.close(i + 1).filter(|_| self.is(i + 1, b'('))?;
        Some((i + 1, close))
    }

    /// The first comma directly inside of a pair of parentheses.
    fn comma(&self, open: usize, close: usize) -> Option<usize> {
        let mut j = open + 1;
        while j < close && !self.is(j, b',') {
            j = self.close(j).unwrap_or(j) + 1;
        }
        (j < close).then_some(j)
    }

    fn static_assert(&mut self, i: usize) {
        if let Some((open, close)) = self.arguments(i)
            && self.comma(open, close).is_none()
        {
            self.insert(self.start(close), ",\"\"");
        }
    }

    fn types_compatible(&mut self, i: usize) {
        let Some((open, close)) = self.arguments(i) else {
            return;
        };
        let Some(comma) = self.comma(open, close) else {
            return;
        };
        self.insert(self.end(open), "sizeof(");
        self.insert(self.start(comma), ")");
        self.insert(self.end(comma), "sizeof(");
        self.insert(self.start(close), ")");
    }

    fn alignof(&mut self, i: usize) {
        let (before, after) = match self.text(i) {
            b"_Alignof" => ("const __typeof(", ")"),
            _ => ("__typeof(", ")"),
        };
        if let Some((open, close)) = self.arguments(i).filter(|a| !self.has_postfix(a.1)) {
            self.insert(self.end(open), before);
            // Behind the parenthesis: what moves behind a record's body comes first.
            self.insert(self.end(close), after);
        } else if let Some(next) = self.unary_end(i + 1) {
            self.insert(self.start(i + 1), "(__typeof(");
            self.insert(self.end(next - 1), "))");
        }
    }

    /// lang-c reads `_Alignas` only outside of structures.
    fn alignas(&mut self, i: usize) {
        let member = matches!(self.braces.last(), Some(Brace::Record { .. }));
        if let Some((open, close)) = self.arguments(i).filter(|_| member) {
            let text = "__attribute__((__hatha_alignas__(_Alignof(__typeof(";
            self.edits
                .push(Edit::replace(self.start(i), self.end(open), text));
            self.insert(self.end(close), "))))");
        }
    }

    /// lang-c takes `sizeof(T)` for complete, whatever follows.
    fn sizeof(&mut self, i: usize) {
        if let Some((open, close)) = self.arguments(i)
            && let Some(end) = self.close(close + 1).filter(|_| self.is(close + 1, b'{'))
        {
            self.insert(self.start(open), "(");
            self.insert(self.end(end), ")");
        }
    }

    /// `__real__ e` may be assigned to, so that a cast must stand in parentheses.
    fn complex_part(&mut self, i: usize) {
        let Some(next) = self.unary_end(i + 1) else {
            return;
        };
        let text = match self.text(i) {
            b"__real" | b"__real__" => "((__hatha_real)",
            _ => "((__hatha_imag)",
        };
        self.edits
            .push(Edit::replace(self.start(i), self.end(i), text));
        self.insert(self.end(next - 1), ")");
    }

    // --- omitted `int` ---

    /// A storage class or qualifier in a block or parameter list.
    fn specifier(&mut self, i: usize) {
        let starts = self.prev.is_none_or(|p| {
            let kind = self.tokens[p].kind;
            matches!(
                kind,
                Kind::Punct(b';' | b'{' | b'}' | b'(' | b')' | b',' | b':')
            )
        });
        // `struct s { … } const x;` goes on.
        let goes_on = self.prev.is_some() && self.prev == self.record_end;
        if starts && !goes_on && !self.declaration_start {
            self.implicit_int(i);
        }
    }

    /// Writes `int` where specifiers from `i` on are followed by a name that cannot be a type.
    fn implicit_int(&mut self, i: usize) {
        let mut j = i;
        loop {
            if self.is_word(j) && keywords::is_specifier(self.text(j)) {
                j += 1;
            } else if let Some(list) = attributes::read(self.input, self.tokens, &self.partner, j) {
                j = list.next;
            } else if let (b"_Alignas", Some((_, close))) = (self.text(j), self.arguments(j)) {
                j = close + 1;
            } else {
                break;
            }
        }
        let name = self.is_name(j)
            && !self.typedefs.contains(self.text(j))
            && b";=,[()".iter().any(|&b| self.is(j + 1, b));
        if name || (j > i && self.is(j, b'*')) {
            self.insert(self.start(j), "int ");
        }
    }

    // --- punctuation ---

    fn punct(&mut self, i: usize, b: u8) -> usize {
        match b {
            b'{' => {
                self.empty_literal(i);
                self.nested_function(i);
                self.open_brace();
            }
            b'}' => self.close_brace(i),
            b'?' if self.is(i + 1, b':') => self.insert(self.end(i), " __hatha_elvis "),
            b':' => self.colon(i),
            b'=' if self.braces.is_empty() && !self.is_comparison(i) => self.initialiser = true,
            b';' if self.declaration_start || self.is_empty_member() => {
                // lang-c reads an empty declaration only after another one.
                self.edits
                    .push(Edit::replace(self.start(i), self.end(i), " "));
            }
            AND_AND if self.is_name(i + 1) && !self.prev_ends_operand() => {
                return self.label_address(i);
            }
            _ => {}
        }
        if b != b'{' {
            self.tag = None;
        }
        i + 1
    }

    /// Whether a member would start here: `struct { ; }`.
    fn is_empty_member(&self) -> bool {
        let member = matches!(self.braces.last(), Some(Brace::Record { .. }));
        member && self.prev.is_some_and(|p| self.is(p, b'{'))
    }

    /// Whether the `=` at `i` is part of `==`, `!=`, `<=` or `>=`.
    fn is_comparison(&self, i: usize) -> bool {
        let before = i.checked_sub(1).filter(|&p| self.end(p) == self.start(i));
        self.is(i + 1, b'=') || before.is_some_and(|p| b"=!<>".iter().any(|&b| self.is(p, b)))
    }

    /// `(T){}`: lang-c wants something between the braces of a compound literal.
    fn empty_literal(&mut self, i: usize) {
        let in_code = !self.braces.is_empty() || self.initialiser;
        let closed = self.prev.filter(|&p| in_code && self.is(p, b')'));
        let Some(close) = closed.filter(|_| self.is(i + 1, b'}')) else {
            return;
        };
        let open = self.partner[close] as usize;
        let before = open.checked_sub(1).map_or(&b""[..], |b| self.text(b));
        // Else it is the block of an `if`, a loop or a function.
        let operand = keywords::is_prefix(before)
            || before == b"return"
            || before.last().is_some_and(|b| !super::token::is_word(*b));
        if open < close && operand {
            self.insert(self.end(i), "__hatha_empty");
        }
    }

    /// A function defined in a block (GNU): nothing else has a name, a pair of parentheses and
    /// a brace in a row there. lang-c reads it as a declaration with an initialiser.
    fn nested_function(&mut self, i: usize) {
        let params = self
            .prev
            .filter(|&p| !self.braces.is_empty() && self.is(p, b')'));
        let open = params.map(|p| self.partner[p] as usize);
        let name = open.and_then(|o| o.checked_sub(1));
        if let (Some(close), Some(true)) = (self.close(i), name.map(|n| self.is_name(n))) {
            self.insert(self.start(i), "= __hatha_nested((");
            self.insert(self.end(close), "));");
        }
    }

    fn open_brace(&mut self) {
        let brace = match self.tag.take() {
            Some(tag) => Brace::Record {
                attributes: tag.attributes,
                packs: !tag.is_enum,
            },
            // A body may follow any declarator: `int (*f(void))[3] {`.
            None if self.braces.is_empty() && !self.initialiser => Brace::Function,
            None => Brace::Other,
        };
        self.braces.push(brace);
    }

    fn close_brace(&mut self, i: usize) {
        match self.braces.pop() {
            Some(Brace::Record {
                mut attributes,
                packs,
            }) => {
                self.record_end = Some(i);
                if let Some(n) = self.pack.current().filter(|_| packs) {
                    let text = format!(" __attribute__((__hatha_pack__({n}))) ");
                    attributes.extend_from_slice(text.as_bytes());
                }
                if !attributes.is_empty() {
                    self.edits
                        .push(Edit::owned(self.end(i), self.end(i), attributes));
                }
            }
            Some(Brace::Function) => self.declaration_start = true,
            _ => {}
        }
    }

    /// A label may stand before `}` or a declaration, for gcc and C23.
    fn colon(&mut self, i: usize) {
        let mut next = i + 1;
        while let Some(list) = attributes::read(self.input, self.tokens, &self.partner, next) {
            next = list.next;
        }
        let word = self.text(next);
        let declares = self.is_word(next)
            && (keywords::is_type(word)
                || keywords::is_specifier(word)
                || word == b"_Static_assert"
                || (self.is_name(next) && self.is_name(next + 1))
                || self.declares_pointer(next));
        if declares || self.is(next, b'}') {
            self.insert(self.end(i), ";");
        }
    }

    /// Whether `T *name` may be a declaration here; as an expression it would do nothing.
    fn declares_pointer(&self, i: usize) -> bool {
        let mut name = i + 1;
        while self.is(name, b'*') {
            name += 1;
        }
        self.typedefs.contains(self.text(i))
            && name > i + 1
            && self.is_name(name)
            && b";=,[".iter().any(|&b| self.is(name + 1, b))
    }

    fn label_address(&mut self, i: usize) -> usize {
        // A word may stand directly before: `return&&l`.
        let mut text = b" __hatha_label_addr(\"".to_vec();
        text.extend_from_slice(self.text(i + 1));
        text.extend_from_slice(b"\")");
        self.edits
            .push(Edit::owned(self.start(i), self.end(i + 1), text));
        i + 2
    }

    /// Whether the token before can be the end of an operand, so that `&&` is binary.
    fn prev_ends_operand(&self) -> bool {
        let Some(p) = self.prev else { return false };
        match self.tokens[p].kind {
            Kind::Number | Kind::Str | Kind::Char => true,
            Kind::Word | Kind::Name => self.is_name(p),
            Kind::Punct(b')') => !self.ends_cast(p) && !self.casts_label(p),
            Kind::Punct(b']' | b'}') => true,
            // `x++ && y`
            Kind::Punct(b @ (b'+' | b'-')) => p > 0 && self.is(p - 1, b),
            Kind::Punct(_) => false,
        }
    }

    /// Whether the parenthesis that closes at `p` is a cast, as far as can be told
    /// without knowing the typedefs in scope.
    pub(super) fn ends_cast(&self, p: usize) -> bool {
        let open = self.partner[p] as usize;
        if open >= p {
            return false;
        }
        let operator = open > 0 && self.is_word(open - 1);
        let inside = self.is_word(open + 1) && keywords::is_type(self.text(open + 1));
        !operator && (self.is(p - 1, b'*') || inside)
    }

    /// Whether `&&` and a name behind the parenthesis that closes at `p` is a label's address:
    /// `(T) && l` with what may be the name of a type and of a label. In case of a mistake
    /// the parser meets two operands in a row and reports it.
    fn casts_label(&self, p: usize) -> bool {
        let type_name = p > 1
            && self.partner[p] as usize == p - 2
            && self.typedefs.contains(self.text(p - 1))
            && !(p > 2 && self.is_name(p - 3));
        type_name && self.labels.contains(self.text(p + 2))
    }
}
