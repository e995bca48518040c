use super::*;

/// The rewritten text without the prelude, white space squeezed.
fn rewritten(text: &str) -> String {
    let lexed = rewrite(text.as_bytes(), &Dialect::default(), 1000).expect("rewrites");
    let words: Vec<&str> = lexed.text[PRELUDE.len()..].split_whitespace().collect();
    words.join(" ")
}

#[test]
fn reserved_forms() {
    let cases = [
        ("x = a ?: b;", "int x = a ? __hatha_elvis : b;"),
        (
            "void f() { p = &&l; }",
            "void f() { p = __hatha_label_addr(\"l\"); }",
        ),
        (
            "void f() { goto *t[i]; }",
            "void f() { __hatha_goto(t[i]); }",
        ),
        (
            "void f() { __label__ a, b; }",
            "void f() { __hatha_local_labels(\"a\",\"b\"); }",
        ),
        ("asm(\"x\");", "extern int __hatha_file_asm;"),
        (
            "#pragma weak f\nint x;",
            "extern int __hatha_file_pragma; int x;",
        ),
        ("unsigned __int128 x;", "unsigned _Decimal128x x;"),
        (
            "int x = __alignof__(y);",
            "int x = __alignof__(__typeof(y));",
        ),
        (
            "int x = __alignof__ *y;",
            "int x = __alignof__ (__typeof(*y));",
        ),
        (
            "int x = _Alignof(y);",
            "int x = _Alignof(const __typeof(y));",
        ),
        (
            "double x = -__real__ z + 1;",
            "double x = -((__hatha_real) z) + 1;",
        ),
        ("_Static_assert(1);", "_Static_assert(1,\"\");"),
        (
            "_Static_assert(f(1,2), \"m\");",
            "_Static_assert(f(1,2), \"m\");",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(rewritten(source), expected);
    }
}

#[test]
fn binary_and_stays() {
    for text in [
        "int x = a && b;",
        "int x = (a) && b;",
        "int x = a[1] && b;",
        "int x = a++ && b;",
    ] {
        assert_eq!(rewritten(text), text);
    }
}

#[test]
fn packing_is_written_after_the_body() {
    let text =
        "#pragma pack(push, 1)\nstruct S { int a; } s;\n#pragma pack(pop)\nstruct U { int a; } u;";
    assert_eq!(
        rewritten(text),
        "struct S { int a; } __attribute__((__hatha_pack__(1))) s; struct U { int a; } u;"
    );
}

#[test]
fn only_attributes_with_a_meaning_stay() {
    assert_eq!(
        rewritten("struct __attribute__((__packed__)) S { int a __attribute__((unused)); };"),
        "struct S { int a ; } __attribute__((__packed__)) ;"
    );
    assert_eq!(
        rewritten("void f(void) __attribute__((__nothrow__, noreturn, format(printf, 1, 2)));"),
        "void f(void) __attribute__((noreturn)) ;"
    );
    assert_eq!(
        rewritten(
            "int x __attribute__((unused, aligned(1 << __alignof(__float128)), section(\".s\")));"
        ),
        "int x __attribute__((aligned(1 << __alignof(__typeof(_Float128))))) ;"
    );
    for kept in [
        "int x __attribute__((section(\"s\"))) ;",
        "int x __attribute__((__section__(\".init_array.1\"))) ;",
    ] {
        assert_eq!(rewritten(kept), kept);
    }
    assert_eq!(
        rewritten("struct __attribute__((aligned(1<<2))) [[gnu::packed]] { int a; } x;"),
        "struct { int a; } __attribute__((aligned(1<<2))) __attribute__((packed)) x;"
    );
}

#[test]
fn encoded_identifiers_are_distinct_and_come_back() {
    let names = ["a$b", "a_b$", "a$_b", "_u24_$", "café", "$", "a__$"];
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        let text = rewritten(&format!("int {name};"));
        let encoded = text
            .trim_start_matches("int ")
            .trim_end_matches(';')
            .to_owned();
        assert!(
            encoded
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'_')
        );
        assert_eq!(decode_identifier(&encoded), name);
        assert!(seen.insert(encoded));
    }
    assert_eq!(decode_identifier("plain_u24_"), "plain_u24_");
}

#[test]
fn literals_keep_their_meaning() {
    let cases = [
        (r#"char *s = "\e[0m";"#, r#"char *s = "\033[0m";"#),
        (r#"char *s = "\u00e9";"#, r#"char *s = "é";"#),
        (r#"char *s = "a\\u";"#, r#"char *s = "a\\u";"#),
        ("char *s = R\"(a\"\\\n)\";", r#"char *s = "a\"\\\n";"#),
        ("double d = 1.5Q;", "double d = 1.5f128;"),
        (
            r#"char *s = "/* no */ // no";"#,
            r#"char *s = "/* no */ // no";"#,
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(rewritten(source), expected);
    }
}

#[test]
fn omitted_types_only_where_no_type_can_be_meant() {
    let text = "typedef int T; T x; T (y); static T z; f(T a) { return a; }";
    assert_eq!(
        rewritten(text),
        "typedef int T; T x; T (y); static T z; int f(T a) { return a; }"
    );
}
