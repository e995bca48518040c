// The system puts something into its own variables, and nobody here knows what.
//@ verdict: violated
//@ says: `environ` can start with what this test says
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>
int main(void) { assert(environ != 0); }
