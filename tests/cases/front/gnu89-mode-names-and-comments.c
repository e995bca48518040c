//@ flags: -std=gnu89
/* Under gnu89 `inline` is GNU inline, and restrict is an ordinary name;
   line comments are still comments there. */
static int restrict = 1;
static int f() { return restrict; }
int main() {
    int a = 4;
    { int b = a; a = b //**/ 2
        ; }
    return f() == 1 && sizeof(struct { int x; }) == 4 && a == 4 ? 0 : 1;
}
