// A global pointer starts with the address of another global, and what that one holds is known.
//@ verdict: proved
//@ with WRONG: violated
//@ engines: auto dash
struct source { int (*read)(struct source *); int value, back; unsigned char given[8]; };
static int read_value(struct source *s) { return s->value; }
static struct source input = {
    .read = read_value,
#ifdef WRONG
    .back = 9,
#endif
};
struct source *in = &input;
static int get(struct source *s) {
  if (s->back > 0) return s->given[--s->back];
  return s->read(s);
}
int main(void) { return get(in); }
