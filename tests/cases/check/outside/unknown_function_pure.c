// What is assumed where they change nothing.
//@ verdict: proved
//@ args: --externals pure
//@ says: change nothing but return any value
//@ data-model: lp64
#include "unknown_function.c"
