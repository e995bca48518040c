// It may be defined in a file that is not there.
//@ verdict: violated unknown
//@ args: --entry f
//@ data-model: lp64
#include "weak_name.c"
