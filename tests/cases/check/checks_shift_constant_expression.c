// Where C demands a constant expression there is no operation that could fault: gcc accepts these.
//@ verdict: proved
enum { TOP = 1 << 31, LOW = -1 << 4 };
int top = 1 << 31;
static int low = -2 << 3;
int room[(-1 << 2) + 6];
int main(void) {
  switch (top) {
  case 1 << 31: return room[1];
  }
  return TOP == LOW + low;
}
