// The instruction that traps is a failure like __builtin_trap.
//@ verdict: violated
//@ data-model: lp64
int main(int argc, char **argv) {
  if (argc == 3)
    __asm__ volatile("ud2");
  return 0;
}
