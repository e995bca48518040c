//! From words to trees.
//!
//! **Invariant.** The parser reads every token or says at which it stopped. It
//! recurses along the nesting of expressions, to a depth that it bounds.

use crate::ast::*;
use crate::diagnostic::{Diagnostic, Place};
use crate::lex::{Token, tokens};

type Parsed<T> = Result<T, Diagnostic>;

/// Deeper nesting than anybody writes, and shallow enough for any stack.
const DEEPEST: usize = 200;

const KEYWORDS: [&str; 22] = [
    "const",
    "type",
    "var",
    "process",
    "init",
    "invariant",
    "never",
    "reachable",
    "skip",
    "nondet",
    "int",
    "bool",
    "true",
    "false",
    "if",
    "then",
    "else",
    "forall",
    "exists",
    "in",
    "mod",
    "not",
];

/// Reads a whole model.
pub(crate) fn model(text: &str) -> Parsed<Vec<Item>> {
    let mut parser = Parser::new(text)?;
    let mut items = Vec::new();
    while parser.peek() != &Token::End {
        items.push(parser.item()?);
    }
    Ok(items)
}

/// Reads one expression.
pub(crate) fn expression(text: &str) -> Parsed<Tree> {
    let mut parser = Parser::new(text)?;
    let tree = parser.expr()?;
    match parser.peek() {
        Token::End => Ok(tree),
        _ => Err(parser.unexpected("the end")),
    }
}

struct Parser {
    tokens: Vec<(Token, Place)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn new(text: &str) -> Parsed<Parser> {
        Ok(Parser {
            tokens: tokens(text)?,
            at: 0,
            depth: 0,
        })
    }

    fn peek(&self) -> &Token {
        // The last token is the end, at which the parser stays.
        &self.tokens[self.at].0
    }

    fn place(&self) -> Place {
        self.tokens[self.at].1
    }

    fn before(&self) -> Place {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = self.peek().describe();
        Diagnostic::new(self.place(), format!("expected {wanted}, found {found}"))
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(s) if *s == sign);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{sign}`")))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        match self.peek() {
            Token::Word(word) if !KEYWORDS.contains(&word.as_str()) => {
                let name = Name {
                    text: word.clone(),
                    place: self.place(),
                };
                self.advance();
                Ok(name)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.place();
        if self.eat_word("const") {
            return self.constant();
        }
        if self.eat_word("type") {
            let name = self.name("the name of a type")?;
            self.expect("=")?;
            let ty = self.ty()?;
            self.expect(";")?;
            return Ok(Item::Type(name, ty));
        }
        if self.eat_word("var") {
            return self.variable().map(Item::Var);
        }
        if self.eat_word("process") {
            return self.process().map(Item::Process);
        }
        if self.eat_word("init") {
            let condition = self.expr()?;
            self.expect(";")?;
            return Ok(Item::Init(condition));
        }
        if let Some(property) = self.property(start)? {
            return Ok(Item::Property(property));
        }
        match self.peek() {
            Token::Word(_) => self.transition().map(Item::Transition),
            _ => Err(self.unexpected("a declaration, a transition or a property")),
        }
    }

    fn constant(&mut self) -> Parsed<Item> {
        let name = self.name("the name of a constant")?;
        let value = match self.eat("=") {
            true => Some(self.expr()?),
            false => None,
        };
        self.expect(";")?;
        Ok(Item::Const(name, value))
    }

    fn property(&mut self, start: Place) -> Parsed<Option<PropertyTree>> {
        let demand = match self.peek() {
            Token::Word(w) if w == "invariant" => Demand::Invariant,
            Token::Word(w) if w == "never" => Demand::Never,
            Token::Word(w) if w == "reachable" => Demand::Reachable,
            Token::Word(w) if w == "deadlock" => Demand::DeadlockFree,
            _ => return Ok(None),
        };
        self.advance();
        let condition = if demand == Demand::DeadlockFree {
            self.expect("-")?;
            if !self.eat_word("free") {
                return Err(self.unexpected("`free`"));
            }
            None
        } else {
            Some(self.expr()?)
        };
        let place = start.to(self.before());
        self.expect(";")?;
        Ok(Some(PropertyTree {
            demand,
            condition,
            place,
        }))
    }

    fn variable(&mut self) -> Parsed<VarTree> {
        let mut names = Vec::new();
        loop {
            let name = self.name("the name of a variable")?;
            let range = match self.eat("[") {
                true => {
                    let range = self.range()?;
                    self.expect("]")?;
                    Some(range)
                }
                false => None,
            };
            names.push((name, range));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(":")?;
        let ty = self.ty()?;
        let initial = match self.eat("=") {
            true => Some(self.expr()?),
            false => None,
        };
        self.expect(";")?;
        Ok(VarTree { names, ty, initial })
    }

    fn ty(&mut self) -> Parsed<TypeTree> {
        if self.eat_word("int") {
            return Ok(TypeTree::Int);
        }
        if self.eat_word("bool") {
            return Ok(TypeTree::Bool);
        }
        if self.eat("{") {
            let mut labels = vec![self.name("a label")?];
            while self.eat(",") {
                labels.push(self.name("a label")?);
            }
            self.expect("}")?;
            return Ok(TypeTree::Labels(labels));
        }
        let low = self.sum()?;
        if let (Kind::Path(path), true) = (&low.kind, !self.at_dots())
            && let [Part { name, index: None }] = &path.parts[..]
        {
            return Ok(TypeTree::Named(name.clone()));
        }
        self.range_from(low).map(|r| TypeTree::Range(Box::new(r)))
    }

    fn at_dots(&self) -> bool {
        matches!(self.peek(), Token::Sign(".." | "..="))
    }

    fn range(&mut self) -> Parsed<Range> {
        let low = self.sum()?;
        self.range_from(low)
    }

    fn range_from(&mut self, low: Tree) -> Parsed<Range> {
        let inclusive = self.eat("..=");
        if !inclusive && !self.eat("..") {
            return Err(self.unexpected("`..` or `..=`"));
        }
        let high = self.sum()?;
        Ok(Range {
            low,
            high,
            inclusive,
        })
    }

    fn process(&mut self) -> Parsed<ProcessTree> {
        let name = self.name("the name of a process")?;
        let index = match self.eat("[") {
            true => {
                let bound = self.bound()?;
                self.expect("]")?;
                Some(bound)
            }
            false => None,
        };
        self.expect("{")?;
        let mut process = ProcessTree {
            name,
            index,
            variables: Vec::new(),
            transitions: Vec::new(),
        };
        while !self.eat("}") {
            if self.eat_word("var") {
                process.variables.push(self.variable()?);
            } else {
                process.transitions.push(self.transition()?);
            }
        }
        Ok(process)
    }

    /// `i in 0..n`
    fn bound(&mut self) -> Parsed<(Name, Range)> {
        let name = self.name("the name of an index")?;
        if !self.eat_word("in") {
            return Err(self.unexpected("`in`"));
        }
        Ok((name, self.range()?))
    }

    fn transition(&mut self) -> Parsed<TransitionTree> {
        let name = self.name("the name of a transition")?;
        self.expect(":")?;
        let guard = self.expr()?;
        self.expect("->")?;
        let mut assignments = Vec::new();
        if !self.eat_word("skip") {
            loop {
                assignments.push(self.assignment()?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        let place = name.place.to(self.before());
        self.expect(";")?;
        Ok(TransitionTree {
            name,
            guard,
            assignments,
            place,
        })
    }

    fn assignment(&mut self) -> Parsed<AssignmentTree> {
        let start = self.place();
        let path = self.path()?;
        let target = Tree {
            kind: Kind::Path(path),
            place: start.to(self.before()),
        };
        self.expect(":=")?;
        let value = match self.eat_word("nondet") {
            true => None,
            false => Some(self.expr()?),
        };
        Ok(AssignmentTree { target, value })
    }

    fn path(&mut self) -> Parsed<Path> {
        let mut parts = Vec::new();
        loop {
            let name = self.name("a name")?;
            let index = match self.eat("[") {
                true => {
                    let index = self.expr()?;
                    self.expect("]")?;
                    Some(Box::new(index))
                }
                false => None,
            };
            parts.push(Part { name, index });
            if !self.eat(".") {
                return Ok(Path { parts });
            }
        }
    }

    /// The loosest operators are `=>` and `<=>`; the former binds to the right.
    fn expr(&mut self) -> Parsed<Tree> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Diagnostic::new(self.place(), "this is nested too deeply"));
        }
        let left = self.disjunction()?;
        let tree = if self.eat("=>") {
            let right = self.expr()?;
            binary(Binary::Implies, left, right)
        } else if self.eat("<=>") {
            let right = self.expr()?;
            binary(Binary::Iff, left, right)
        } else {
            left
        };
        self.depth -= 1;
        Ok(tree)
    }

    fn disjunction(&mut self) -> Parsed<Tree> {
        let mut left = self.conjunction()?;
        while self.eat("||") || self.eat("|") || self.eat_word("or") {
            let right = self.conjunction()?;
            left = binary(Binary::Or, left, right);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parsed<Tree> {
        let mut left = self.comparison()?;
        while self.eat("&&") || self.eat("&") || self.eat_word("and") {
            let right = self.comparison()?;
            left = binary(Binary::And, left, right);
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Parsed<Tree> {
        let left = self.sum()?;
        let op = match self.peek() {
            Token::Sign("=" | "==") => Binary::Eq,
            Token::Sign("!=") => Binary::Ne,
            Token::Sign("<") => Binary::Lt,
            Token::Sign("<=") => Binary::Le,
            Token::Sign(">") => Binary::Gt,
            Token::Sign(">=") => Binary::Ge,
            _ => return Ok(left),
        };
        self.advance();
        let right = self.sum()?;
        Ok(binary(op, left, right))
    }

    fn sum(&mut self) -> Parsed<Tree> {
        let mut left = self.product()?;
        loop {
            let op = if self.eat("+") {
                Binary::Add
            } else if self.eat("-") {
                Binary::Sub
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = binary(op, left, right);
        }
    }

    fn product(&mut self) -> Parsed<Tree> {
        let mut left = self.unary()?;
        loop {
            let op = if self.eat("*") {
                Binary::Mul
            } else if self.eat("%") || self.eat_word("mod") {
                Binary::Mod
            } else {
                return Ok(left);
            };
            let right = self.unary()?;
            left = binary(op, left, right);
        }
    }

    fn unary(&mut self) -> Parsed<Tree> {
        let start = self.place();
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Diagnostic::new(start, "this is nested too deeply"));
        }
        let kind = if self.eat("-") {
            Kind::Negate(Box::new(self.unary()?))
        } else if self.eat("!") || self.eat_word("not") {
            Kind::Not(Box::new(self.unary()?))
        } else {
            self.depth -= 1;
            return self.primary();
        };
        self.depth -= 1;
        Ok(Tree {
            kind,
            place: start.to(self.before()),
        })
    }

    fn primary(&mut self) -> Parsed<Tree> {
        let start = self.place();
        if self.eat("(") {
            let mut inner = self.expr()?;
            self.expect(")")?;
            inner.place = start.to(self.before());
            return Ok(inner);
        }
        let kind = match self.peek() {
            &Token::Number(n) => {
                self.advance();
                Kind::Number(n)
            }
            Token::Word(word) => match word.as_str() {
                "true" | "false" => {
                    let truth = word == "true";
                    self.advance();
                    Kind::Truth(truth)
                }
                "if" => self.choice()?,
                "forall" | "exists" => self.quantified()?,
                "count" if self.counts() => self.quantified()?,
                _ => Kind::Path(self.path()?),
            },
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Tree {
            kind,
            place: start.to(self.before()),
        })
    }

    fn choice(&mut self) -> Parsed<Kind> {
        self.advance();
        let condition = self.expr()?;
        if !self.eat_word("then") {
            return Err(self.unexpected("`then`"));
        }
        let yes = self.expr()?;
        if !self.eat_word("else") {
            return Err(self.unexpected("`else`"));
        }
        let no = self.expr()?;
        Ok(Kind::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// `count` is a word like any other unless an index follows.
    fn counts(&self) -> bool {
        let after = |n: usize| self.tokens.get(self.at + n).map(|(t, _)| t);
        let is_in = |t: &Token| matches!(t, Token::Word(w) if w == "in");
        matches!(after(1), Some(Token::Word(_))) && after(2).is_some_and(is_in)
    }

    fn quantified(&mut self) -> Parsed<Kind> {
        let word = self.peek().describe();
        self.advance();
        let (name, range) = self.bound()?;
        self.expect(":")?;
        let range = Box::new(range);
        if word == "`count`" {
            // `count i in r: c > 1` compares the count, not what is counted.
            self.expect("(")?;
            let body = Box::new(self.expr()?);
            self.expect(")")?;
            return Ok(Kind::Count(name, range, body));
        }
        let body = Box::new(self.expr()?);
        Ok(Kind::Quantified(word == "`forall`", name, range, body))
    }
}

fn binary(op: Binary, left: Tree, right: Tree) -> Tree {
    Tree {
        place: left.place.to(right.place),
        kind: Kind::Binary(op, Box::new(left), Box::new(right)),
    }
}
