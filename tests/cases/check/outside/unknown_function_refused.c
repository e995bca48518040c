// Nothing is assumed where they end the search.
//@ verdict: unknown
//@ args: --externals refuse
//@ says-not: assuming that functions
//@ data-model: lp64
#include "unknown_function.c"
