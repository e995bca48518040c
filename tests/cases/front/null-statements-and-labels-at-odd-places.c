int main(void) {
    ;;
    int n = 0;
    if (n) ; else ;
    while (n++ < 3) ;
    goto a;
a: b: c: n++;
    for (;; n++) { if (n > 6) goto end; else goto inner; inner: ; }
end: ;
    { }
    { ; }
    return n == 7 ? 0 : 1;
}
;
