// The same where functions without a body change nothing.
//@ verdict: violated unknown
//@ args: --externals pure
//@ engines: all
//@ data-model: lp64
#include "result_meets_global.c"
