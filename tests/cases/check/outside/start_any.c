// Nothing is assumed where globals start with any value.
//@ verdict: violated
//@ args: --entry f --globals any
//@ says-not: assuming
//@ data-model: lp64
#include "start_initial.c"
