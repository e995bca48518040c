//! The objects, globals and arguments that the entry function starts from.

use super::{
    HarnessError, InputEntry, InputOrigin, Pointee, Program, Spot, Type, TypeId, VarId, Writer,
    c_type, literal, quoted,
};
use hatha_cfa::{ArrayLen, GlobalInit, RecordKind};
use std::collections::{BTreeMap, BTreeSet};

impl Writer<'_> {
    /// Makes the objects and sets what the test found in them and in globals.
    pub(super) fn setup(&mut self) -> Result<(), HarnessError> {
        self.globals();
        self.functions();
        self.streams();
        let count = self.vector.objects.len();
        self.line(format!("static char *hatha_objects[{}];", count.max(1)));
        self.line("__attribute__((constructor(101))) HATHA_OWN static void hatha_setup(void) {");
        for (i, o) in self.vector.objects.clone().iter().enumerate() {
            self.line(format!(
                "    hatha_objects[{i}] = hatha_calloc(1, {}); /* {} of {} */",
                o.size, o.count, o.ty
            ));
        }
        // What was found first is what stood there: it is written last.
        let inputs = self.vector.inputs.clone();
        for e in inputs.iter().rev() {
            if let Some(place) = self.place(e) {
                self.put(&place, e);
            }
        }
        self.line("}");
        Ok(())
    }

    /// The address of an input in an object or a global, in C.
    fn place(&self, e: &InputEntry) -> Option<String> {
        match (&e.at, e.kind) {
            (_, InputOrigin::Length)
            | (None | Some(Spot::Parameter { .. } | Spot::Text { .. }), _) => None,
            (Some(Spot::Global { name, .. }), _) if self.is_static_local(name) => None,
            (Some(Spot::Global { name, offset }), _) => {
                Some(format!("{} + {offset}", self.global_address(name)))
            }
            (Some(Spot::Object { index, offset }), _) => {
                Some(format!("hatha_objects[{index}] + {offset}"))
            }
        }
    }

    fn put(&mut self, place: &str, e: &InputEntry) {
        match &e.to {
            Some(to) => {
                let to = self.pointee(to);
                self.line(format!(
                    "    {{ void *p = {to}; hatha_copy({place}, &p, sizeof p); }}"
                ));
            }
            None => {
                let (bytes, size) = (literal(self.program, e), e.width.div_ceil(8));
                self.line(format!("    hatha_copy({place}, {bytes}, {size});"));
            }
        }
    }

    fn pointee(&self, to: &Pointee) -> String {
        match to {
            Pointee::Null => "0".to_owned(),
            Pointee::Object { index, offset } => format!("hatha_objects[{index}] + {offset}"),
            Pointee::Global { name, offset } => {
                format!("{} + {offset}", self.global_address(name))
            }
            Pointee::Function { name } => {
                let own = format!("hatha_function_{name}");
                format!("(void *){}", self.label(name, &own))
            }
            Pointee::Stream { name } => format!("hatha_stream_{name}"),
        }
    }

    fn global_address(&self, name: &str) -> String {
        if self.include {
            format!("(char *)&{name}")
        } else {
            format!("hatha_global_{name}")
        }
    }

    /// Declares the globals that the test mentions, and defines those that the program only
    /// declares: weakly, so that a definition of the program's wins.
    fn globals(&mut self) {
        let mut wanted: BTreeMap<String, VarId> = BTreeMap::new();
        for (v, init) in &self.program.globals {
            let var = self.program.var(*v);
            let mentioned = self.mentions(&var.name);
            if var.is_named_outside() && (mentioned || matches!(init, GlobalInit::Unknown)) {
                wanted.insert(var.name.clone(), *v);
            }
        }
        for (name, v) in wanted {
            let var = self.program.var(v);
            if self.include {
                self.line(format!("__typeof__({name}) {name};"));
                continue;
            }
            let size = self.program.size_of(var.ty).unwrap_or(0).max(1);
            self.line(format!(
                "__attribute__((weak, aligned({}))) extern char hatha_global_{name}[{size}] __asm__({});",
                var.align.max(1),
                quoted(&name)
            ));
            self.line(format!("char hatha_global_{name}[{size}] = {{ 0 }};"));
        }
    }

    fn mentions(&self, global: &str) -> bool {
        self.vector.inputs.iter().any(|e| {
            matches!(&e.at, Some(Spot::Global { name, .. }) if name == global)
                || matches!(&e.to, Some(Pointee::Global { name, .. }) if name == global)
        })
    }

    /// Declares the functions that pointers lead to.
    fn functions(&mut self) {
        if self.include {
            return;
        }
        let name = |e: &InputEntry| match &e.to {
            Some(Pointee::Function { name }) => Some(name.clone()),
            _ => None,
        };
        let mut names: Vec<String> = self.vector.inputs.iter().filter_map(name).collect();
        names.sort();
        names.dedup();
        for name in names {
            let label = quoted(&name);
            self.line(format!(
                "extern void hatha_function_{name}(void) __asm__({label});"
            ));
        }
    }

    /// Declares the streams that pointers lead to, by their labels, since the program may have no name for them.
    fn streams(&mut self) {
        let name = |e: &InputEntry| match &e.to {
            Some(Pointee::Stream { name }) => Some(name.clone()),
            _ => None,
        };
        let names: BTreeSet<String> = self.vector.inputs.iter().filter_map(name).collect();
        for name in names {
            let label = quoted(&name);
            self.line(format!(
                "extern void *hatha_stream_{name} __asm__({label});"
            ));
        }
    }

    /// `main`: calls the entry with the recorded arguments.
    pub(super) fn call_entry(&mut self) -> Result<(), HarnessError> {
        let types = self.parameter_types(0)?;
        let callee = self.callee_named(&types, "hatha_entry");
        // The program's own `main` may go by another name, in this file as well.
        self.line("#undef main");
        self.line("HATHA_OWN int main(void) {");
        for (i, ty) in types.iter().enumerate() {
            self.argument(i, i as u32, ty)?;
        }
        let arguments: Vec<String> = (0..types.len()).map(|i| format!("a{i}")).collect();
        self.line(format!("    {callee}({});", arguments.join(", ")));
        self.line("    return 0;");
        self.line("}");
        Ok(())
    }

    /// The types of the entry's parameters; copies of structures' types are named after a number.
    pub(super) fn parameter_types(
        &mut self,
        number: usize,
    ) -> Result<Vec<ParameterType>, HarnessError> {
        let mut types = Vec::new();
        for (i, &p) in self.proc().params.iter().enumerate() {
            let var = self.program.var(p);
            let ty = self.parameter_type(number, i, var.ty);
            let ty = ty.ok_or_else(|| HarnessError::Parameter(var.name.clone()))?;
            types.push(ty);
        }
        Ok(types)
    }

    /// How the entry is called: by a declaration of its own under the entry's label, or, where the
    /// program's text is in scope, by its name, as a function of the types that are passed.
    pub(super) fn callee_named(&mut self, types: &[ParameterType], own: &str) -> String {
        let proc = self.proc();
        let ret = match self.program.types.get(proc.ty) {
            Type::Function(f) => self.result_type(f.ret, own),
            _ => "void".to_owned(),
        };
        let names: Vec<&str> = types.iter().map(|t| t.name.as_str()).collect();
        let params = match names.is_empty() {
            true => "void".to_owned(),
            false => names.join(", "),
        };
        if self.include {
            // A copy of a structure's type is another type to the compiler.
            return match types.iter().any(|t| t.structure) {
                true => format!("(({ret} (*)({params})){})", proc.name),
                false => proc.name.clone(),
            };
        }
        let label = quoted(&proc.name);
        self.line(format!("extern {ret} {own}({params}) __asm__({label});"));
        own.to_owned()
    }

    /// The type of a parameter; a structure gets a copy of its type, because the program's own
    /// may have no name, or none in scope. Wrong layouts do not compile.
    fn parameter_type(&mut self, number: usize, i: usize, ty: TypeId) -> Option<ParameterType> {
        if let Some(name) = c_type(self.program, ty) {
            return Some(ParameterType {
                name: name.to_owned(),
                structure: false,
            });
        }
        let name = format!("hatha_parameter_{number}_{i}");
        self.copy_of_type(&name, ty)?;
        Some(ParameterType {
            name,
            structure: true,
        })
    }

    /// The type of the result, which decides how the entry is called.
    fn result_type(&mut self, ty: TypeId, own: &str) -> String {
        let scalar = c_type(self.program, ty).map(str::to_owned);
        scalar
            .or_else(|| {
                let name = format!("{own}_result");
                self.copy_of_type(&name, ty).map(|()| name)
            })
            .unwrap_or_else(|| "void".to_owned())
    }

    /// Defines a type with the members of a structure.
    fn copy_of_type(&mut self, name: &str, ty: TypeId) -> Option<()> {
        let declared = declaration(self.program, ty, name)?;
        let size = self.program.size_of(ty)?;
        let align = self.program.types.align(ty, &self.program.target)?;
        self.line(format!("typedef {declared};"));
        self.line(format!(
            "_Static_assert(sizeof({name}) == {size} && _Alignof({name}) == {align}, \"layout\");"
        ));
        Some(())
    }

    /// Sets a variable `a…` to an argument, which is the test's parameter of that index.
    pub(super) fn argument(
        &mut self,
        i: usize,
        index: u32,
        ty: &ParameterType,
    ) -> Result<(), HarnessError> {
        if ty.structure {
            // What the test never looked at is zero.
            self.line(format!("    static {} a{i};", ty.name));
            self.members(i, index);
            return Ok(());
        }
        let at = Spot::Parameter { index, offset: 0 };
        let given = |e: &&InputEntry| e.at == Some(at.clone()) && e.kind != InputOrigin::Length;
        let entry = self.vector.inputs.iter().find(given);
        let Some(entry) = entry.cloned() else {
            return Err(HarnessError::NoArgument(index + 1));
        };
        let ty = &ty.name;
        match &entry.to {
            Some(to) => {
                let to = self.pointee(to);
                self.line(format!("    {ty} a{i} = {to};"));
            }
            None => {
                self.line(format!("    {ty} a{i} = 0;"));
                self.put(&format!("&a{i}"), &entry);
            }
        }
        Ok(())
    }

    /// Sets what the test found in a structure that is passed.
    fn members(&mut self, i: usize, parameter: u32) {
        let inputs = self.vector.inputs.clone();
        for e in inputs.iter().rev() {
            match e.at {
                Some(Spot::Parameter { index, offset })
                    if index == parameter && e.kind != InputOrigin::Length =>
                {
                    self.put(&format!("(char *)&a{i} + {offset}"), e);
                }
                _ => {}
            }
        }
    }
}

/// The type of a parameter in C.
pub(super) struct ParameterType {
    name: String,
    /// Whether it is a copy of a structure's type.
    structure: bool,
}

/// The declaration of a name with a copy of a type; none for bit-fields, whose unnamed companions
/// are not known, and for what is no type of an object.
fn declaration(program: &Program, ty: TypeId, name: &str) -> Option<String> {
    if let Some(scalar) = c_type(program, ty) {
        return Some(format!("{scalar} {name}"));
    }
    match program.types.get(ty) {
        Type::Array {
            elem,
            len: ArrayLen::Fixed(n),
        } => declaration(program, elem.ty, &format!("{name}[{n}]")),
        Type::Record(r) => {
            let record = program.types.record(*r);
            let mut members = String::new();
            for (i, field) in record.fields.iter().enumerate() {
                if field.bits.is_some() {
                    return None;
                }
                let member = declaration(program, field.ty.ty, &format!("m{i}"))?;
                members.push_str(&format!("{member}; "));
            }
            let word = match record.kind {
                RecordKind::Struct => "struct",
                RecordKind::Union => "union",
            };
            Some(format!("{word} {{ {members}}} {name}"))
        }
        _ => None,
    }
}
