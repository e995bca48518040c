// The bytes of a string that was copied are initialised.
//@ verdict: proved
//@ args: --timeout 60
extern int input(void);
int main(void) {
  char s[100], t[100];
  int n = input(), len = 0, h = 0;
  if (n < 0 || n > 99) return 0;
  for (int i = 0; i < n; i++) s[i] = 'a' + (input() & 7);
  s[n] = 0;
  while (len < n && s[len]) len++;
  for (int i = 0; i < len; i++) t[i] = s[i];
  t[len] = 0;
  for (int i = 0; i <= len; i++) h ^= t[i];
  return h & 1;
}
