// A destructor is called with nothing; its parameters are what the registers hold.
//@ verdict: unknown
//@ reason: destructor with parameters (`last`)
//@ engines: auto dash dart panda
__attribute__((destructor)) static void last(int argc, char **argv) {}
int main(void) { return 0; }
