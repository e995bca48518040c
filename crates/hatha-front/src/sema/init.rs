//! Initialisers: from nested lists to flat items.
//!
//! **Invariant.** The items stand in source order and a later one wins; an item
//! that another fully replaces is gone, so no stale byte of it shows. Where a
//! list leaves something out, `zero` is set.

use super::convert::{Destination, node};
use super::{Sema, error, literal, plain};
use crate::diag::Result;
use crate::hir::{Duration, Expr, ExprKind, Init, InitItem, InitItemValue, Object, Stmt, StmtKind};
use hatha_cfa::{ArrayLen, Origin, Qual, RecordId, RecordKind, Span, Type, TypeId};
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// An initialiser with the type it completes and the bytes it needs beyond that type.
pub(super) struct Built {
    pub ty: Qual,
    pub init: Init,
    pub extra: u64,
}

/// A part of the object to be initialised.
#[derive(Clone, Copy, Debug)]
struct Part {
    ty: Qual,
    offset: u64,
    bit_field: Option<(RecordId, u32)>,
}

/// An aggregate being filled, with the index of its next part.
#[derive(Clone, Copy, Debug)]
struct Frame {
    ty: TypeId,
    offset: u64,
    next: u64,
}

/// Items collected so far.
struct Items {
    list: Vec<InitItem>,
    zero: bool,
    is_static: bool,
    /// How many items were ever added.
    pushed: usize,
    /// End of the furthest part initialised, in bytes.
    end: u64,
    /// The member that was last named of each union, by its place.
    chosen: BTreeMap<(u64, RecordId), u32>,
}

/// One braced list being read.
struct List {
    frames: Vec<Frame>,
    /// Length of the outermost array so far.
    length: u64,
}

/// A list's target: one part, or the same part of several elements.
struct Target {
    part: Part,
    /// Further copies: how many and how far apart.
    copies: u64,
    stride: u64,
}

impl<'a> Sema<'a, '_> {
    /// Any initialiser of an object.
    pub(super) fn initialiser(
        &mut self,
        ty: Qual,
        init: &'a Node<Initializer>,
        is_static: bool,
    ) -> Result<Built> {
        let span = self.span(init.span);
        match &init.node {
            Initializer::List(list) => self.braced_initialiser(ty, list, is_static, span),
            Initializer::Expression(e) => {
                let span = self.span(e.span);
                let mut items = Items::new(is_static);
                let ty = self.whole_expression(ty, e, span, &mut items)?;
                self.finish_init(ty, items)
            }
        }
    }

    /// `{ … }` for an object.
    pub(super) fn braced_initialiser(
        &mut self,
        ty: Qual,
        list: &'a [Node<InitializerListItem>],
        is_static: bool,
        span: Span,
    ) -> Result<Built> {
        self.check_initialisable(ty.ty, span)?;
        let mut items = Items::new(is_static);
        let part = Part {
            ty,
            offset: 0,
            bit_field: None,
        };
        let length = self.braced(part, list, span, &mut items)?;
        let ty = self.complete_array(ty, length);
        self.finish_init(ty, items)
    }

    fn check_initialisable(&self, ty: TypeId, span: Span) -> Result<()> {
        let open = matches!(
            self.types.get(ty),
            Type::Array {
                len: ArrayLen::Incomplete,
                ..
            }
        );
        if !open && self.size_of(ty).is_none() {
            let name = self.type_string(ty);
            return Err(error(
                span,
                format!("initializer for incomplete type '{name}'"),
            ));
        }
        Ok(())
    }

    fn finish_init(&self, ty: Qual, items: Items) -> Result<Built> {
        let size = self.size_of(ty.ty).unwrap_or(0);
        Ok(Built {
            ty,
            extra: items.end.saturating_sub(size),
            init: Init {
                zero: items.zero,
                items: items.list,
            },
        })
    }

    /// An array of unknown length takes the length of its initialiser.
    fn complete_array(&mut self, ty: Qual, length: u64) -> Qual {
        match *self.types.get(ty.ty) {
            Type::Array {
                elem,
                len: ArrayLen::Incomplete,
            } => Qual {
                ty: self.types.array(elem, length),
                quals: ty.quals,
            },
            _ => ty,
        }
    }

    /// `T x = e;`
    fn whole_expression(
        &mut self,
        ty: Qual,
        e: &'a Node<Expression>,
        span: Span,
        items: &mut Items,
    ) -> Result<Qual> {
        let part = Part {
            ty,
            offset: 0,
            bit_field: None,
        };
        match *self.types.get(ty.ty) {
            Type::Array { elem, .. } => {
                if let Some(length) = self.string_part(part, elem, e, items)? {
                    return Ok(self.complete_array(ty, length));
                }
                let value = self.expr(e)?;
                self.array_literal(ty, value, span, items)
            }
            _ => {
                self.check_initialisable(ty.ty, span)?;
                let value = self.expr(e)?;
                self.store_part(part, value, items)?;
                Ok(ty)
            }
        }
    }

    /// GNU: an array initialised by a compound literal of its type.
    fn array_literal(
        &mut self,
        ty: Qual,
        value: Expr,
        span: Span,
        items: &mut Items,
    ) -> Result<Qual> {
        let found = value.ty.ty;
        let init = match value.kind {
            ExprKind::CompoundLiteral(_, init) => Some(init),
            ExprKind::Object(id) if self.object(id).origin == Origin::Unnamed => {
                self.object(id).init.clone()
            }
            _ => None,
        };
        match init {
            Some(init) if self.compatible(found, ty.ty) => {
                items.zero = true;
                items.list = init.items;
                Ok(Qual {
                    ty: self.composite(ty.ty, found),
                    quals: ty.quals,
                })
            }
            _ => Err(error(span, "invalid initializer")),
        }
    }

    /// A braced list for one part; gives the number of elements it needs if it is an array.
    fn braced(
        &mut self,
        part: Part,
        list: &'a [Node<InitializerListItem>],
        span: Span,
        items: &mut Items,
    ) -> Result<u64> {
        if self.is_scalar(part.ty.ty) || self.is_complex(part.ty.ty) {
            self.braced_scalar(part, list, span, items)?;
            return Ok(0);
        }
        if let Type::Array { elem, .. } = *self.types.get(part.ty.ty)
            && let [only] = list
            && only.node.designation.is_empty()
            && let Initializer::Expression(e) = &only.node.initializer.node
            && let Some(length) = self.string_part(part, elem, e, items)?
        {
            return Ok(length);
        }
        items.zero = true;
        let mut state = List {
            frames: vec![Frame {
                ty: part.ty.ty,
                offset: part.offset,
                next: 0,
            }],
            length: 0,
        };
        for item in list {
            self.list_item(&item.node, &mut state, items)?;
        }
        Ok(state.length)
    }

    fn braced_scalar(
        &mut self,
        part: Part,
        list: &'a [Node<InitializerListItem>],
        span: Span,
        items: &mut Items,
    ) -> Result<()> {
        let Some(first) = list.first() else {
            items.zero = true;
            return Ok(());
        };
        if !first.node.designation.is_empty() {
            return Err(error(span, "designator in initializer for scalar type"));
        }
        match &first.node.initializer.node {
            Initializer::List(inner) => self.braced_scalar(part, inner, span, items),
            Initializer::Expression(e) => {
                let value = self.expr(e)?;
                self.store_part(part, value, items)
            }
        }
    }

    fn list_item(
        &mut self,
        item: &'a InitializerListItem,
        list: &mut List,
        items: &mut Items,
    ) -> Result<()> {
        let span = self.span(item.initializer.span);
        let target = if item.designation.is_empty() {
            match self.next_part(list) {
                Some(part) => Target {
                    part,
                    copies: 0,
                    stride: 0,
                },
                // gcc warns about excess elements and drops them.
                None => return self.drop_initialiser(&item.initializer),
            }
        } else {
            self.designated(&item.designation, list, items)?
        };
        let pushed = items.pushed;
        match &item.initializer.node {
            Initializer::List(inner) => {
                self.replace(target.part, items);
                self.braced(target.part, inner, span, items)?;
            }
            Initializer::Expression(e) => self.elided(target.part, e, list, items)?,
        }
        // What it replaces is gone from before them.
        let start = items.list.len() - (items.pushed - pushed).min(items.list.len());
        self.repeat(start, &target, items);
        Ok(())
    }

    /// An initialiser that initialises nothing is still checked.
    fn drop_initialiser(&mut self, init: &'a Node<Initializer>) -> Result<()> {
        match &init.node {
            Initializer::Expression(e) => self.expr(e).map(|_| ()),
            Initializer::List(list) => {
                for item in list {
                    self.drop_initialiser(&item.node.initializer)?;
                }
                Ok(())
            }
        }
    }

    /// The items of `[a ... b] = x` once more for every further element.
    fn repeat(&mut self, start: usize, target: &Target, items: &mut Items) {
        if target.copies == 0 {
            return;
        }
        for item in &mut items.list[start..] {
            if let InitItemValue::Expr(e) = &mut item.value
                && !is_pure(e)
            {
                self.share(e);
            }
        }
        let new: Vec<InitItem> = items.list[start..].to_vec();
        let size = self.size_of(target.part.ty.ty).unwrap_or(0);
        let (first, far) = (
            target.part.offset + target.stride,
            target.copies * target.stride,
        );
        let dense = target.stride == size;
        if dense && first < items.end {
            let last = target.part.offset + far + size;
            items.list.retain(|i| i.offset < first || i.offset >= last);
        }
        for i in 1..=target.copies {
            let mut part = target.part;
            part.offset += i * target.stride;
            if !dense {
                self.replace(part, items);
            }
            for item in &new {
                let mut copy = item.clone();
                copy.offset += i * target.stride;
                items.push(copy, 0);
            }
        }
        items.end = items.end.max(target.part.offset + far + size);
    }

    /// Makes an expression with effects one that is evaluated once, before the object is
    /// initialised: a later item may replace the first that uses it.
    fn share(&mut self, e: &mut Expr) {
        let (ty, span) = (e.ty.ty, e.span);
        let object = Object {
            name: "(temporary)".to_owned(),
            origin: Origin::Unnamed,
            ..self.blank_object(plain(ty), Duration::Auto, span)
        };
        let id = self.add_object(object);
        let lvalue = self.object_node(id, span);
        let again = if self.is_scalar(ty) {
            self.load_object(id, span)
        } else {
            lvalue.clone()
        };
        let value = std::mem::replace(e, again);
        let store = self.store(lvalue, value, span);
        for kind in [StmtKind::Declare(id, None), StmtKind::Expr(store)] {
            self.pending.push(Stmt { kind, span });
        }
    }

    /// The next part in order, leaving aggregates that are full.
    fn next_part(&self, list: &mut List) -> Option<Part> {
        loop {
            let depth = list.frames.len();
            let frame = list.frames.last_mut()?;
            let outermost = depth == 1;
            if let Some(part) = self.part_at(frame.ty, frame.offset, frame.next) {
                frame.next += 1;
                if outermost {
                    list.length = list.length.max(frame.next);
                }
                return Some(part);
            }
            if outermost {
                return None;
            }
            list.frames.pop();
        }
    }

    /// Part number `index` of an aggregate.
    fn part_at(&self, ty: TypeId, offset: u64, index: u64) -> Option<Part> {
        match self.types.get(ty) {
            Type::Array { elem, len } => {
                if matches!(len, ArrayLen::Fixed(n) if index >= *n) {
                    return None;
                }
                let size = self.size_of(elem.ty)?;
                Some(Part {
                    ty: *elem,
                    offset: offset + index * size,
                    bit_field: None,
                })
            }
            Type::Record(r) => {
                let record = self.types.record(*r);
                if record.kind == RecordKind::Union && index > 0 {
                    return None;
                }
                self.field_part(*r, offset, index as u32)
            }
            _ => None,
        }
    }

    fn field_part(&self, record: RecordId, offset: u64, index: u32) -> Option<Part> {
        let field = self.types.record(record).fields.get(index as usize)?;
        Some(Part {
            ty: field.ty,
            offset: offset + field.offset,
            bit_field: field.bits.map(|_| (record, index)),
        })
    }

    /// Follows a designation from the outermost aggregate of the list.
    fn designated(
        &mut self,
        path: &'a [Node<Designator>],
        list: &mut List,
        items: &mut Items,
    ) -> Result<Target> {
        list.frames.truncate(1);
        let mut target: Option<Target> = None;
        for (i, d) in path.iter().enumerate() {
            let span = self.span(d.span);
            if let Some(t) = &target {
                list.frames.push(Frame {
                    ty: t.part.ty.ty,
                    offset: t.part.offset,
                    next: 0,
                });
            }
            let (copies, stride) = target.map_or((0, 0), |t| (t.copies, t.stride));
            let mut next = self.designator_step(&d.node, list, span, items)?;
            if copies > 0 {
                if next.copies > 0 {
                    return Err(error(span, "nested range designators are not supported"));
                }
                (next.copies, next.stride) = (copies, stride);
            }
            if i == 0 {
                let frame = list.frames[0];
                list.length = list.length.max(frame.next);
            }
            target = Some(next);
        }
        target.ok_or_else(|| error(Span::NONE, "empty designation"))
    }

    fn designator_step(
        &mut self,
        d: &'a Designator,
        list: &mut List,
        span: Span,
        items: &mut Items,
    ) -> Result<Target> {
        match d {
            Designator::Member(name) => self.member_step(&name.node.name, list, span, items),
            Designator::Index(e) => {
                let index = self.index_value(e)?;
                self.index_step(index, index, list, span)
            }
            Designator::Range(r) => {
                let (from, to) = (
                    self.index_value(&r.node.from)?,
                    self.index_value(&r.node.to)?,
                );
                if to < from {
                    return Err(error(span, "empty index range in initializer"));
                }
                self.index_step(from, to, list, span)
            }
        }
    }

    fn index_value(&mut self, e: &'a Node<Expression>) -> Result<u64> {
        let value = self.constant_integer(e)?;
        u64::try_from(value)
            .map_err(|_| error(self.span(e.span), "negative array index in initializer"))
    }

    fn index_step(&mut self, from: u64, to: u64, list: &mut List, span: Span) -> Result<Target> {
        let frame = top(list);
        let Type::Array { elem, len } = *self.types.get(frame.ty) else {
            return Err(error(span, "array index in non-array initializer"));
        };
        if matches!(len, ArrayLen::Fixed(n) if to >= n) {
            return Err(error(
                span,
                "array index in initializer exceeds array bounds",
            ));
        }
        let stride = self.size_of(elem.ty).unwrap_or(0);
        frame.next = to + 1;
        let offset = frame.offset + from * stride;
        Ok(Target {
            part: Part {
                ty: elem,
                offset,
                bit_field: None,
            },
            copies: to - from,
            stride,
        })
    }

    fn member_step(
        &mut self,
        name: &str,
        list: &mut List,
        span: Span,
        items: &mut Items,
    ) -> Result<Target> {
        let frame = top(list);
        let ty = frame.ty;
        if self.record_of(ty).is_none() {
            return Err(error(span, "field name not in record or union initializer"));
        }
        let (_, path) = self.member_path(ty, name, span)?;
        let mut part = None;
        for index in path {
            if let Some(Part { ty, offset, .. }) = part {
                list.frames.push(Frame {
                    ty: ty.ty,
                    offset,
                    next: 0,
                });
            }
            let frame = top(list);
            frame.next = u64::from(index) + 1;
            let (ty, offset) = (frame.ty, frame.offset);
            let Some(record) = self.record_of(ty) else {
                continue;
            };
            self.choose_union_member(record, offset, index, items);
            part = self.field_part(record, offset, index);
        }
        match part {
            Some(part) => Ok(Target {
                part,
                copies: 0,
                stride: 0,
            }),
            None => Err(error(
                span,
                format!("unknown field '{name}' specified in initializer"),
            )),
        }
    }

    /// Naming a member of a union drops what was said about other members.
    fn choose_union_member(&self, record: RecordId, offset: u64, index: u32, items: &mut Items) {
        let r = self.types.record(record);
        if r.kind != RecordKind::Union {
            return;
        }
        let chosen = items.chosen.insert((offset, record), index);
        // What was said without a name went to the first member.
        if chosen.unwrap_or(0) != index {
            let end = offset + r.size;
            items.list.retain(|i| i.offset < offset || i.offset >= end);
            items.zero = true;
        }
    }

    /// Drops the items of a part that is initialised anew as a whole.
    fn replace(&self, part: Part, items: &mut Items) {
        if part.offset >= items.end {
            return;
        }
        let end = part.offset + self.size_of(part.ty.ty).unwrap_or(0);
        items.chosen.retain(|&(at, union), member| {
            let r = self.types.record(union);
            let inside = at >= part.offset && at + r.size <= end;
            // The part may be the chosen member itself.
            !inside || r.fields[*member as usize].ty.ty == part.ty.ty
        });
        items.list.retain(|i| match (part.bit_field, i.bit_field) {
            (None, None) => i.offset < part.offset || i.offset >= end,
            (Some(a), Some(b)) => a != b || i.offset != part.offset,
            (None, Some(_)) => i.offset < part.offset || i.offset >= end,
            (Some(_), None) => true,
        });
    }

    /// An expression for a part; if the part is an aggregate without braces, for its first scalar.
    fn elided(
        &mut self,
        part: Part,
        e: &'a Node<Expression>,
        list: &mut List,
        items: &mut Items,
    ) -> Result<()> {
        if let Type::Array { elem, .. } = *self.types.get(part.ty.ty)
            && is_string(e)
        {
            self.replace(part, items);
            if self.string_part(part, elem, e, items)?.is_some() {
                return Ok(());
            }
        }
        let value = self.expr(e)?;
        let mut part = part;
        loop {
            if self.is_scalar(part.ty.ty)
                || self.is_complex(part.ty.ty)
                || value.ty.ty == part.ty.ty && self.record_of(part.ty.ty).is_some()
            {
                self.replace(part, items);
                return self.store_part(part, value, items);
            }
            // Brace elision: the expression belongs to the first part inside.
            list.frames.push(Frame {
                ty: part.ty.ty,
                offset: part.offset,
                next: 0,
            });
            if let Type::Array { elem, .. } = *self.types.get(part.ty.ty)
                && self.array_takes(elem, &value)
                && is_string(e)
            {
                list.frames.pop();
                self.string_part(part, elem, e, items)?;
                return Ok(());
            }
            part = match self.next_part(list) {
                Some(inner) => inner,
                None => return Ok(()),
            };
        }
    }

    fn array_takes(&self, elem: Qual, value: &Expr) -> bool {
        match self.types.get(value.ty.ty) {
            Type::Array { elem: from, .. } => {
                self.size_of(from.ty) == self.size_of(elem.ty) && self.is_integer(elem.ty)
            }
            _ => false,
        }
    }

    /// A string literal for an array of characters; gives the length it needs.
    fn string_part(
        &mut self,
        part: Part,
        elem: Qual,
        e: &'a Node<Expression>,
        items: &mut Items,
    ) -> Result<Option<u64>> {
        let Expression::StringLiteral(s) = &e.node else {
            return Ok(None);
        };
        if !self.is_integer(elem.ty) {
            return Ok(None);
        }
        let span = self.span(e.span);
        let text = literal::string(&s.node, span, self.target)?;
        let size = self.size_of(elem.ty).unwrap_or(1);
        let unit = u64::from(self.target.int_bits_of(text.encoding.element(self.target)) / 8);
        if unit != size {
            return Err(error(
                span,
                "array initialized from a string literal of another character type",
            ));
        }
        let mut units = text.units;
        units.push(0);
        let length = match *self.types.get(part.ty.ty) {
            Type::Array {
                len: ArrayLen::Fixed(n),
                ..
            } => {
                units.truncate(n as usize);
                items.zero |= (units.len() as u64) < n;
                n
            }
            _ => units.len() as u64,
        };
        let bytes = literal::to_bytes(&units, size as usize, self.target);
        items.push(
            InitItem {
                offset: part.offset,
                bit_field: None,
                value: InitItemValue::Bytes(bytes),
                span,
            },
            length * size,
        );
        Ok(Some(length))
    }

    /// The bytes a part takes from its offset.
    fn part_size(&self, part: Part) -> u64 {
        let bits = part
            .bit_field
            .and_then(|(r, f)| self.types.record(r).fields[f as usize].bits);
        match bits {
            Some(range) => range.bytes(),
            None => self.size_of(part.ty.ty).unwrap_or(0),
        }
    }

    /// Stores an expression in a scalar or record part.
    fn store_part(&mut self, part: Part, value: Expr, items: &mut Items) -> Result<()> {
        let ty = part.ty.ty;
        let span = value.span;
        let value = self.assign_to(value, ty, Destination::Initialiser)?;
        let size = self.part_size(part);
        if !items.is_static {
            items.push(item(part, value, span), size);
            return Ok(());
        }
        if self.record_of(ty).is_some() {
            return self.static_record(part, value, items);
        }
        let value = self.static_value(value)?;
        items.push(item(part, value, span), size);
        Ok(())
    }

    /// A record value in a static initialiser is a compound literal, spelled out,
    /// or the value of a constant object.
    fn static_record(&mut self, part: Part, value: Expr, items: &mut Items) -> Result<()> {
        let span = value.span;
        let init = match value.kind {
            ExprKind::CompoundLiteral(_, init) => Some(init),
            ExprKind::Object(id)
                if self.object(id).origin == Origin::Unnamed
                    || self.object(id).ty.quals.is_const =>
            {
                self.object(id).init.clone()
            }
            ExprKind::Unsupported(_) => {
                items.push(item(part, value, span), 0);
                return Ok(());
            }
            _ => None,
        };
        let Some(init) = init else {
            return Err(error(span, "initializer element is not constant"));
        };
        items.zero |= init.zero;
        for mut inner in init.items {
            if let InitItemValue::Expr(e) = inner.value {
                inner.value = InitItemValue::Expr(self.static_value(e)?);
            }
            inner.offset += part.offset;
            items.push(inner, 0);
        }
        let size = self.size_of(part.ty.ty).unwrap_or(0);
        items.end = items.end.max(part.offset + size);
        Ok(())
    }

    /// The initialiser of a local scalar without braces.
    pub(super) fn scalar_init(&self, value: Expr) -> Init {
        let span = value.span;
        Init {
            zero: false,
            items: vec![InitItem {
                offset: 0,
                bit_field: None,
                value: InitItemValue::Expr(value),
                span,
            }],
        }
    }

    /// A node that reads an object whole.
    pub(super) fn object_node(&self, id: crate::hir::ObjId, span: Span) -> Expr {
        node(ExprKind::Object(id), plain(self.object(id).ty.ty), span)
    }
}

impl Items {
    fn new(is_static: bool) -> Self {
        Items {
            list: Vec::new(),
            zero: false,
            is_static,
            pushed: 0,
            end: 0,
            chosen: BTreeMap::new(),
        }
    }

    fn push(&mut self, item: InitItem, size: u64) {
        self.end = self.end.max(item.offset + size);
        self.pushed += 1;
        self.list.push(item);
    }
}

fn item(part: Part, value: Expr, span: Span) -> InitItem {
    InitItem {
        offset: part.offset,
        bit_field: part.bit_field,
        value: InitItemValue::Expr(value),
        span,
    }
}

fn top(list: &mut List) -> &mut Frame {
    let last = list.frames.len() - 1;
    &mut list.frames[last]
}

fn is_string(e: &Node<Expression>) -> bool {
    matches!(e.node, Expression::StringLiteral(_))
}

/// Whether evaluating an expression twice is the same as once.
pub(super) fn is_pure(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Object(_)
        | ExprKind::Function(_)
        | ExprKind::VlaSize(_)
        | ExprKind::LabelAddr(_) => true,
        ExprKind::Deref(x)
        | ExprKind::Load(x)
        | ExprKind::Decay(x)
        | ExprKind::AddrOf(x)
        | ExprKind::Cast(x)
        | ExprKind::Unary(_, x) => is_pure(x),
        ExprKind::Member { base, .. } => is_pure(base),
        ExprKind::Binary(_, a, b)
        | ExprKind::PtrDiff(a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b) => is_pure(a) && is_pure(b),
        ExprKind::PtrAdd { ptr, index, .. } => is_pure(ptr) && is_pure(index),
        ExprKind::Cond(a, b, c) => is_pure(a) && is_pure(b) && is_pure(c),
        _ => false,
    }
}
