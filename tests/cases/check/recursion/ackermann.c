//@ verdict: proved
//@ with WRONG: violated
extern void reach_error(void);
#ifdef WRONG
#define PART == 7
#else
#define PART != 7
#endif
int ack(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
int main(void) {
  if (ack(2, 2) PART) reach_error();
  return 0;
}
