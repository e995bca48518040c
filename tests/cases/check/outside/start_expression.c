// An expression that holds at the entry is printed.
//@ verdict: proved
//@ args: --entry f --assume n>0
//@ says: `n>0` holds at the entry
//@ data-model: lp64
#include "start_initial.c"
