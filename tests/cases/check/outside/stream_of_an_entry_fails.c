// What fails for some stream is replayed with that stream.
//@ verdict: violated
//@ says: .stream = std
//@ natively: natively the same
//@ args: --entry read_count
#include <stdio.h>
struct source {
  FILE *stream;
  int lines;
};
int read_count(struct source *s) {
  if (!s || !s->stream) return -1;
  int c = fgetc(s->stream);
  return 100 / (c + 1);
}
