/* The string builder with a slip: it forgets that the 0 needs room, too. */
//@ verdict: violated
//@ reason: out-of-bounds
//@ args: --checks arithmetic

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 8 };

struct builder {
  int length;      /* without the 0 at the end */
  char text[SIZE];
};

/* Appends a character a number of times. */
static int append(struct builder *b, char c, int count) {
  if (count < 0 || count > SIZE - b->length) return 0;
  for (int i = 0; i < count; i++) {
    b->text[b->length] = c;
    b->length++;
  }
  b->text[b->length] = 0;
  return 1;
}

int main(void) {
  struct builder b = {0, ""};
  while (__VERIFIER_nondet_int()) {
    append(&b, '-', __VERIFIER_nondet_int());
  }
  return 0;
}
