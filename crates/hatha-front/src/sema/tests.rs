//! Small sources through the parser; expectations are gcc's.

use crate::hir::{
    Duration, Expr, ExprKind, FuncId, Init, InitItemValue, Object, Stmt, StmtKind, Unit,
};
use crate::parse::{Text, parse};
use crate::sema::analyse;
use hatha_cfa::{SourceMap, Target, TypeTable};

fn analyse_for(source: &str, target: &Target) -> crate::diag::Result<(Unit, TypeTable)> {
    let mut sources = SourceMap::new();
    let text = Text {
        name: "test.c",
        bytes: source.as_bytes(),
    };
    let parsed = parse(&text, &mut sources)?;
    let mut types = TypeTable::new();
    let unit = analyse(&parsed, &mut types, target, false)?;
    Ok((unit, types))
}

fn unit_for(source: &str, target: &Target) -> (Unit, TypeTable) {
    match analyse_for(source, target) {
        Ok(ok) => ok,
        Err(d) => panic!("line {}: {}\n{source}", d.span.line, d.message),
    }
}

fn unit(source: &str) -> (Unit, TypeTable) {
    unit_for(source, &Target::lp64())
}

/// Checks that a source is refused at a line with a message that contains a fragment.
#[track_caller]
fn refused(source: &str, line: u32, fragment: &str) {
    match analyse_for(source, &Target::lp64()) {
        Ok(_) => panic!("accepted: {source}"),
        Err(d) => {
            assert!(d.message.contains(fragment), "{}: {source}", d.message);
            assert_eq!(d.span.line, line, "{}: {source}", d.message);
        }
    }
}

fn object<'u>(unit: &'u Unit, name: &str) -> &'u Object {
    let found = unit.objects.iter().find(|o| o.name == name);
    found.unwrap_or_else(|| panic!("no object {name}"))
}

/// The statements of a function.
fn body<'u>(unit: &'u Unit, name: &str) -> &'u [Stmt] {
    let function = unit.functions.iter().find(|f| f.name == name);
    let body = function.and_then(|f| f.body.as_ref());
    &body.unwrap_or_else(|| panic!("no body of {name}")).block
}

fn returned<'u>(unit: &'u Unit, name: &str) -> &'u Expr {
    let found = body(unit, name).iter().find_map(|s| match &s.kind {
        StmtKind::Return(Some(e)) => Some(e),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no return in {name}"))
}

/// The items of an initialiser: offset and constant, or the bytes of a string.
fn items(init: &Init) -> Vec<(u64, String)> {
    let show = |v: &InitItemValue| match v {
        InitItemValue::Bytes(b) => format!("{b:?}"),
        InitItemValue::Expr(e) => match &e.kind {
            ExprKind::Int(v) => format!("{v}"),
            kind => format!("{kind:?}"),
        },
    };
    init.items
        .iter()
        .map(|i| (i.offset, show(&i.value)))
        .collect()
}

#[track_caller]
fn initialised(source: &str, expected: &[(u64, &str)]) {
    let (unit, _) = unit(source);
    let init = object(&unit, "x").init.as_ref();
    let found = items(init.unwrap_or_else(|| panic!("no initialiser: {source}")));
    let found: Vec<(u64, &str)> = found.iter().map(|(o, s)| (*o, s.as_str())).collect();
    assert_eq!(found, expected, "{source}");
}

#[test]
fn types_of_expressions_are_those_of_gcc() {
    let asserts = [
        ("1 + 1u", "unsigned"),
        ("1L + 1u", "long"),
        ("(char)1 + (char)1", "int"),
        ("1.0f + 1", "float"),
        ("1.0f + 1.0L", "long double"),
        ("'a'", "int"),
        ("u'a'", "unsigned short"),
        ("1 ? 1 : 1u", "unsigned"),
        ("1 ? (int *)0 : (void *)0", "int *"),
        ("1 ? (int *)1 : (void *)1", "void *"),
        ("0 ? (const int *)1 : (int *)1", "const int *"),
        ("1 << 1L", "int"),
        ("~(unsigned char)1", "int"),
        ("&\"a\"", "char (*)[2]"),
        ("0x80000000", "unsigned"),
        ("2147483648", "long"),
        ("0x8000000000000000", "unsigned long"),
        ("(char *)0 - (char *)0", "long"),
        ("sizeof 1", "unsigned long"),
        ("(enum e)0", "unsigned"),
        ("(enum n)0", "int"),
        ("big", "unsigned long"),
        ("s.a + 0", "int"),
        ("+s.b", "int"),
        ("+s.c", "unsigned"),
        ("s.d + 0", "int"),
        ("f", "int (*)(int)"),
        ("*f", "int (*)(int)"),
    ];
    let mut source = String::from(
        "enum e { a }; enum n { b = -1 }; enum w { big = 0x100000000 };\n\
         struct { int a : 3; unsigned b : 5, c : 32; long d : 32; } s; int f(int);\n",
    );
    for (e, t) in asserts {
        source += &format!("_Static_assert(_Generic(({e}), {t}: 1, default: 0), \"\"); // {e}\n");
    }
    unit(&source);
}

/// Sizes, offsets and bit positions as printed by a program compiled with gcc.
const LAYOUTS: &[(&str, &str, &str)] = &[
    (
        "struct S { char a; long long b; double c; };",
        "24 8 a:0 b:8 c:16",
        "20 4 a:0 b:4 c:12",
    ),
    (
        "struct S { char a; long double b; };",
        "32 16 a:0 b:16",
        "16 4 a:0 b:4",
    ),
    (
        "struct S { unsigned a:1, b:31, c:2; long long d:40, e:30; };",
        "24 8 a:0+1 b:1+31 c:32+2 d:64+40 e:128+30",
        "16 4 a:0+1 b:1+31 c:32+2 d:34+40 e:74+30",
    ),
    (
        "struct S { char a:3; int :0; char b:2; };",
        "5 1 a:0+3 b:32+2",
        "5 1 a:0+3 b:32+2",
    ),
    (
        "struct S { char a; int b:5; short c:9; };",
        "4 4 a:0 b:8+5 c:16+9",
        "4 4 a:0 b:8+5 c:16+9",
    ),
    (
        "struct S { char a; int b; short c:9; } __attribute__((packed));",
        "7 1 a:0 b:1 c:40+9",
        "7 1 a:0 b:1 c:40+9",
    ),
    (
        "struct S { char a; int b __attribute__((packed)); char c __attribute__((aligned(4))); };",
        "12 4 a:0 b:1 c:8",
        "12 4 a:0 b:1 c:8",
    ),
    (
        "union S { char a[5]; short b; int c:20; };",
        "8 4 a:0 b:0 c:0+20",
        "8 4 a:0 b:0 c:0+20",
    ),
    (
        "struct S { int a; char b[]; };",
        "4 4 a:0 b:4",
        "4 4 a:0 b:4",
    ),
    (
        "#pragma pack(2)\nstruct S { char a; int b; double c; };",
        "14 2 a:0 b:2 c:6",
        "14 2 a:0 b:2 c:6",
    ),
    (
        "struct S { long f0; unsigned short f1:7; _Bool f2:1; long long f3:35 __attribute__((aligned(4))); };",
        "24 8 f0:0 f1:64+7 f2:71+1 f3:128+35",
        "16 4 f0:0 f1:32+7 f2:39+1 f3:64+35",
    ),
    (
        "#pragma pack(8)\nstruct S { unsigned f0:1; } __attribute__((packed));",
        "4 4 f0:0+1",
        "4 4 f0:0+1",
    ),
];

#[test]
fn layouts_are_those_of_gcc() {
    for (source, lp64, ilp32) in LAYOUTS {
        for (target, expected) in [(Target::lp64(), lp64), (Target::ilp32(), ilp32)] {
            let (_, types) = unit_for(&format!("{source}\nint end;\n"), &target);
            assert_eq!(&layout(&types), expected, "{source}");
        }
    }
}

/// The layout of the record with tag `S`.
fn layout(types: &TypeTable) -> String {
    let mut ids = (0..).map(hatha_cfa::RecordId);
    let id = ids.find(|id| types.record(*id).tag.as_deref() == Some("S"));
    let record = types.record(id.expect("the source declares S"));
    let mut out = format!("{} {}", record.size, record.align);
    for f in &record.fields {
        let name = f.name.as_deref().unwrap_or("?");
        out += &match f.bits {
            None => format!(" {name}:{}", f.offset),
            Some(b) => format!(" {name}:{}+{}", f.offset * 8 + u64::from(b.offset), b.width),
        };
    }
    out
}

#[test]
fn constants_are_folded_exactly() {
    let table = [
        ("float", "0.1f", 0x3dcc_cccd),
        ("double", "0.1", 0x3fb9_9999_9999_999a),
        ("long double", "0.1L", 0x3ffb_cccc_cccc_cccc_cccd),
        ("double", "0.1 + 0.2", 0x3fd3_3333_3333_3334),
        ("float", "16777217", 0x4b80_0000),
        ("double", "0x1.8p3", 0x4028_0000_0000_0000),
        ("double", "5e-324", 1),
        ("int", "-7 / 2", 0xffff_fffd),
        ("int", "-7 % 2", 0xffff_ffff),
        ("int", "-8 >> 1", 0xffff_fffc),
        ("int", "2147483647 + 1", 0x8000_0000),
        ("unsigned char", "300", 44),
        ("_Bool", "0.5", 1),
        ("int", "0 && 1 / 0", 0),
        ("int", "1 ? 2 : 1 / 0", 2),
        ("long", "(long)&((struct p { int a, b; } *)0)->b", 4),
        ("long", "&y[3] - &y[1]", 2),
        ("int", "'\\377'", 0xffff_ffff),
        ("int", "'ab'", 24930),
        ("int", "__builtin_popcount(255) + __builtin_ffs(8)", 12),
    ];
    for (ty, e, expected) in table {
        let (unit, _) = unit(&format!("int y[4]; {ty} x = {e};\n"));
        let init = object(&unit, "x").init.clone().expect("it has one");
        let InitItemValue::Expr(value) = &init.items[0].value else {
            panic!("{e}")
        };
        match value.kind {
            ExprKind::Int(v) | ExprKind::Float(v) => assert_eq!(v, expected, "{ty} {e}"),
            ref kind => panic!("{e}: {kind:?}"),
        }
    }
}

#[test]
fn initialisers_are_flat() {
    initialised("int x = 3;", &[(0, "3")]);
    initialised(
        "int x[] = {1, [3] = 2, 3};",
        &[(0, "1"), (12, "2"), (16, "3")],
    );
    initialised("int x[2][2] = {1, 2, 3};", &[(0, "1"), (4, "2"), (8, "3")]);
    initialised("int x[2][2] = {{1}, {3}};", &[(0, "1"), (8, "3")]);
    initialised(
        "struct { int a, b; } x = {.b = 1, .a = 2};",
        &[(4, "1"), (0, "2")],
    );
    initialised(
        "struct { struct { int a, b; } c[2]; int d; } x = {.c[0].b = 1, 2, 3, 4};",
        &[(4, "1"), (8, "2"), (12, "3"), (16, "4")],
    );
    initialised(
        "struct { int a; union { char b; int c; }; } x = {1, .c = 2};",
        &[(0, "1"), (4, "2")],
    );
    initialised(
        "union { int a; char b; } x = {.a = -1, .b = 1};",
        &[(0, "1")],
    );
    initialised(
        "int x[4] = {[0 ... 2] = 7, [1] = 8};",
        &[(0, "7"), (8, "7"), (4, "8")],
    );
    initialised("char x[5] = \"abc\";", &[(0, "[97, 98, 99, 0]")]);
    initialised("char x[2] = {\"abc\"};", &[(0, "[97, 98]")]);
    initialised(
        "struct { int a; char b[4]; } x = {1, \"hi\"};",
        &[(0, "1"), (4, "[104, 105, 0]")],
    );
    initialised("int x = {{4}};", &[(0, "4")]);
    initialised(
        "void f(void) { static struct s { int a, b; } x = (struct s){1, 2}; }",
        &[(0, "1"), (4, "2")],
    );
}

#[test]
fn an_initialiser_completes_its_type() {
    let (unit, types) = unit(
        "struct { int n; char d[]; } x = {2, {1, 2, 3}}; char y[] = \"abc\"; int z[][2] = {1, 2, 3};",
    );
    assert_eq!(object(&unit, "x").extra, 3);
    let target = Target::lp64();
    assert_eq!(types.size(object(&unit, "y").ty.ty, &target), Some(4));
    assert_eq!(types.size(object(&unit, "z").ty.ty, &target), Some(16));
}

#[test]
fn static_addresses_are_object_and_distance() {
    let (unit, _) = unit("struct { int a, b; } s[3]; int *x = &s[1].b;");
    let init = object(&unit, "x").init.clone().expect("it has one");
    let text = items(&init)[0].1.clone();
    assert!(
        text.contains("AddrOf") && text.contains("Int(12)"),
        "{text}"
    );
}

#[test]
fn only_what_needs_an_address_has_one() {
    let (unit, _) = unit(
        "struct r { int a; }; int f(int p, int q) { int a = p, b = 0; int *c = &b; int d[2]; struct r e; \
         volatile int g = 1; a++; a += q; *c = a; d[0] = 1; e.a = 2; return a + g + sizeof(a); }",
    );
    for (name, expected) in [
        ("p", false),
        ("q", false),
        ("a", false),
        ("b", true),
        ("c", false),
        ("d", true),
        ("e", true),
        ("g", false),
    ] {
        assert_eq!(object(&unit, name).address_taken, expected, "{name}");
    }
}

#[test]
fn bit_fields_wider_than_int_keep_their_width() {
    let (unit, types) =
        unit("struct { unsigned long a : 40; } s; int f(void) { return (s.a << 30) == 0; }");
    let text = format!("{:?}", returned(&unit, "f"));
    assert!(text.contains("Shl"));
    let wide = hatha_cfa::Type::Int(hatha_cfa::IntKind::Bits {
        bits: 40,
        signed: false,
    });
    let found = (0..types.len() as u32).any(|i| *types.get(hatha_cfa::TypeId(i)) == wide);
    assert!(found, "the type of 40 bits is used");
}

#[test]
fn tentative_definitions_join() {
    let (unit, types) = unit(
        "extern int a[]; int a[]; int a[5]; int b[]; static int c; static int c = 3; extern int c;",
    );
    let target = Target::lp64();
    assert_eq!(types.size(object(&unit, "a").ty.ty, &target), Some(20));
    assert_eq!(types.size(object(&unit, "b").ty.ty, &target), Some(4));
    assert!(object(&unit, "a").tentative && object(&unit, "a").defined);
    assert!(!object(&unit, "c").tentative && object(&unit, "c").init.is_some());
    assert_eq!(unit.objects.len(), 3);
}

#[test]
fn old_style_parameters_arrive_promoted() {
    let (unit, _) = unit("int f(a, b) char a; int b; { return a + b; }");
    let body = unit.functions[FuncId(0)]
        .body
        .as_ref()
        .expect("it is defined");
    assert_eq!(body.prologue.len(), 1);
    assert!(
        matches!(body.prologue[0].kind, StmtKind::Declare(id, Some(_)) if id != body.params[0])
    );
}

#[test]
fn variable_arrays_evaluate_their_size_before_they_are_declared() {
    let (unit, _) =
        unit("int f(int n, int a[n][n + 1]) { int b[n][3]; return sizeof b + sizeof a[0]; }");
    let body = unit.functions[FuncId(0)]
        .body
        .as_ref()
        .expect("it is defined");
    assert!(matches!(
        body.prologue[..],
        [Stmt {
            kind: StmtKind::VlaSize { .. },
            ..
        }]
    ));
    let kinds: Vec<bool> = body
        .block
        .iter()
        .map(|s| matches!(s.kind, StmtKind::VlaSize { .. }))
        .collect();
    assert_eq!(kinds, [true, false, false]);
    assert!(matches!(body.block[1].kind, StmtKind::DeclareVla(_)));
    assert_eq!(unit.vla_count, 2);
}

#[test]
fn static_locals_are_objects_without_a_statement() {
    let (unit, _) = unit("int f(void) { static int n = 4; return n++; }");
    assert_eq!(body(&unit, "f").len(), 1);
    assert_eq!(object(&unit, "n").duration, Duration::Static);
}

#[test]
fn case_values_have_the_type_of_the_switch() {
    let (unit, _) = unit(
        "int f(unsigned x) { switch (x) { case -1: return 1; case 3 ... 5: return 2; } return 0; }",
    );
    let text = format!("{:?}", body(&unit, "f")[0].kind);
    assert!(
        text.contains("low: 4294967295") && text.contains("low: 3, high: 5"),
        "{text}"
    );
}

#[test]
fn the_end_of_main_returns_zero() {
    let (unit, _) = unit("int main(void) { }");
    assert!(matches!(returned(&unit, "main").kind, ExprKind::Int(0)));
}

#[test]
fn what_is_not_understood_is_reported() {
    let (unit, _) = unit(
        "int f(int x) { asm(\"syscall\" : \"=a\"(x)); x = !__builtin_return_address(0); asm volatile(\"\" : \"+r\"(x) : : \"memory\"); return x; }",
    );
    let text: Vec<bool> = body(&unit, "f")
        .iter()
        .map(|s| format!("{:?}", s.kind).contains("Unsupported"))
        .collect();
    assert_eq!(text, [true, true, false, false]);
}

#[test]
fn what_gcc_only_warns_about_is_accepted() {
    unit(
        "int *p; char *q; long n; struct s { int a; } v;\n\
         int g() { return 0; } void h(void) { }\n\
         int f(void) { p = q; p = n; n = p; n = 0; if (p == q) return; undeclared(1, 2.0f); g(1, 2); }\n\
         void k(void) { return h(); } int excess[2] = {1, 2, 3}; int m(void) { implicit(); return 0; } void implicit(void) { }\n\
         int (*fp)(void) = h; void *vp = f; int arr[3]; int use(void) { return arr == (void *)0 ? 1 : *arr; }\n",
    );
}

#[test]
fn wrong_declarations_are_refused_where_they_are_wrong() {
    refused(
        "int f(void) {\n return x;\n}",
        2,
        "undeclared identifier 'x'",
    );
    refused(
        "int f(void) { return 0; }\nint f(void) { return 1; }",
        2,
        "redefinition of 'f'",
    );
    refused(
        "\n_Static_assert(1 == 2, \"no\");",
        2,
        "static assertion failed",
    );
    refused("int f(int);\nlong f(int);", 2, "conflicting types for 'f'");
    refused("\nint a[-1];", 2, "size of array is negative");
    refused(
        "struct s;\nstruct s v;",
        2,
        "storage size of 'v' isn't known",
    );
    refused(
        "int f(void) { int x;\n int x; return 0; }",
        2,
        "redefinition of 'x'",
    );
    refused(
        "struct s { int a : 40; };",
        1,
        "width of 'a' exceeds its type",
    );
}

#[test]
fn wrong_calls_and_members_are_refused_where_they_are_wrong() {
    refused(
        "int f(int);\nint g(void) { return f(); }",
        2,
        "too few arguments to function 'f'",
    );
    refused(
        "struct s { int a; } v;\nint g(void) { return v.y; }",
        2,
        "'struct s' has no member named 'y'",
    );
    refused(
        "int x; int f(void) {\n return x(); }",
        2,
        "is not a function",
    );
}

#[test]
fn wrong_statements_are_refused_where_they_are_wrong() {
    refused(
        "void f(int x) { switch (x) { case 1: ;\n case 1: ; } }",
        2,
        "duplicate case value",
    );
    refused(
        "void f(void) {\n goto l; }",
        2,
        "label 'l' used but not defined",
    );
    refused(
        "void f(void) {\n break; }",
        2,
        "break statement not within loop or switch",
    );
    refused(
        "int f(int n) { goto l;\n { int v[n]; l: v[0] = 1; } return 0; }",
        1,
        "variably modified",
    );
}

#[test]
fn wrong_operands_and_initialisers_are_refused_where_they_are_wrong() {
    refused(
        "struct s { int a; } v; int i;\nvoid g(void) { i = v; }",
        2,
        "incompatible types when assigning",
    );
    refused(
        "void g(void); void f(void) { int x;\n x = g(); }",
        2,
        "invalid use of void expression",
    );
    refused(
        "const int x = 1; void f(void) {\n x = 2; }",
        2,
        "assignment of read-only variable 'x'",
    );
    refused(
        "void f(void) {\n 1++; }",
        2,
        "lvalue required as increment operand",
    );
    refused(
        "int x; int *f(void) { register int r;\n return &r; }",
        2,
        "address of register variable 'r'",
    );
    refused(
        "int n; \nint a = n;",
        2,
        "initializer element is not constant",
    );
    refused("int a[2] = {1}; int b[2] =\n a;", 2, "invalid initializer");
    refused(
        "struct s { int a; } v; int f(void) {\n return (int)v; }",
        2,
        "used where an integer was expected",
    );
}

#[test]
fn scopes_hide_and_restore() {
    let (unit, _) = unit(
        "int x = 1; typedef int T; enum { K = 3 };\n\
         int f(int x) { { char x; { extern int x; x = 2; } T T = K; { enum { K = 4 }; T = K; } } return x; }\n\
         _Static_assert(K == 3 && sizeof(T) == 4, \"\");\n\
         struct s { int a; }; int g(void) { struct s { char c; }; return sizeof(struct s); }\n\
         _Static_assert(sizeof(struct s) == 4, \"\");\n",
    );
    assert!(matches!(
        returned(&unit, "g").kind,
        ExprKind::Cast(_) | ExprKind::Int(1)
    ));
    let globals = unit
        .objects
        .iter()
        .filter(|o| o.name == "x" && o.duration == Duration::Static);
    assert_eq!(globals.count(), 1, "the block-scope extern is the global");
}

#[test]
fn deep_nesting_is_linear() {
    let deep = format!(
        "int f(int x) {{ return {}x{}; }}",
        "(1 + ".repeat(300),
        ")".repeat(300)
    );
    let wide = format!("int g(int x) {{ return x{}; }}", " + x".repeat(5_000));
    crate::stack::on_large_stack(|| {
        unit(&deep);
        unit(&wide);
    });
}
