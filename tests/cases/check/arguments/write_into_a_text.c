// Arguments may be written; a text whose end was overwritten has none.
//@ verdict: proved
//@ args: --timeout 60
//@ engines: auto
//@ with END: violated
int main(int argc, char **argv) {
  if (argc < 2) return 0;
  char *p = argv[1];
#ifdef END
  while (*p) p++;
  *p = 'x';
  p = argv[1];
#endif
  for (; *p; p++)
    if (*p >= 'a' && *p <= 'z') *p -= 32;
  return 0;
}
