//@ args: alpha -b 42
//@ exit: 44
int main(int argc, char **argv) {
    if (argv[argc] != 0) return 1;
    if (argv[1][0] != 'a' || argv[2][1] != 'b') return 2;
    int n = 0;
    for (char *p = argv[3]; *p; p++) n = n * 10 + *p - '0';
    return argc == 4 ? n + argc - 2 : 3;
}
