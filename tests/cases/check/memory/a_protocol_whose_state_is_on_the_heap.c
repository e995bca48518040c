// A protocol that keeps its state in objects of the heap, and a pointer that is null until the
// object behind it is there.
//@ verdict: proved
//@ args: --property ../unreach-call.prp
//@ with WRONG: violated
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef WRONG
#define PART flag == 2
#else
#define PART flag != 2
#endif
void *malloc(unsigned long);
int main(void) {
  struct more {
    int next;
    int hit;
  };
  struct s {
    int state;
    struct more *m;
    int count;
  };
  struct s *s = malloc(sizeof *s);
  s->m = malloc(sizeof *s->m);
  int flag = 0;
  s->state = 100;
  while (1) {
    s->m->hit = __VERIFIER_nondet_int();
    switch (s->state) {
      case 100: s->m->next = 200;
      s->state = 300;
      if (flag == 0) flag = 1;
      break;
      case 200: if (flag == 1) flag = 2;
      s->state = s->m->hit ? 400 : 100;
      break;
      case 300: s->count++;
      s->state = s->m->next;
      break;
      case 400: if (PART) reach_error();
      return 0;
    }
  }
  return 0;
}
