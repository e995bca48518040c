// A receiver of frames keeps its place in the buffer, whatever bytes the port gives.
//@ verdict: proved
//@ with WRONG: violated
#include <stdbool.h>
#include <stdint.h>
enum state { IDLE, LENGTH, BODY, CHECK };
struct receiver { enum state state; uint8_t length, place, sum; uint8_t bytes[32]; };
extern uint8_t read_port(void);
static bool receive(struct receiver *r, uint8_t byte) {
  switch (r->state) {
  case IDLE:
    if (byte == 0x7e) r->state = LENGTH;
    return false;
  case LENGTH:
#ifdef WRONG
    if (byte == 0) {
#else
    if (byte == 0 || byte > sizeof r->bytes) {
#endif
      r->state = IDLE;
      return false;
    }
    r->length = byte, r->place = 0, r->sum = 0, r->state = BODY;
    return false;
  case BODY:
    r->bytes[r->place++] = byte;
    r->sum ^= byte;
    if (r->place == r->length) r->state = CHECK;
    return false;
  case CHECK:
    r->state = IDLE;
    return r->sum == byte;
  }
  return false;
}
int main(void) {
  struct receiver r = {.state = IDLE};
  for (;;) receive(&r, read_port());
}
