//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ engines: dash
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 2; i++) {
    switch (i) {
      int x;
      case 0: x = 5;
      break;
      case 1: x = 4;
      if (x != 4) reach_error();
    }
  }
  return 0;
}
