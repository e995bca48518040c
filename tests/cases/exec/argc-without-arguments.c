//@ exit: 1
// Only the program's own name.
int main(int argc, char *argv[])
{
    return argv[0] != 0 && argv[1] == 0 ? argc : 99;
}
