// A jump inside a statement expression passes a declaration: what the local held in the round before is gone.
//@ verdict: violated
//@ reason: uninitialised
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += ({
      if (i)
        goto skip;
      int x;
      x = 5;
    skip:
      x;
    });
  return sum;
}
