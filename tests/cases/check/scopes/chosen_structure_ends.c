// The copy ends with the full expression.
//@ verdict: violated
//@ reason: dangling
struct s { int a[2]; } one = {{1, 2}}, two = {{3, 4}};
int main(int argc, char **argv) {
  int *p = (argc ? one : two).a;
  return *p;
}
