// The same where functions without a body change nothing.
//@ verdict: violated unknown
//@ with OPTIND: violated unknown
//@ with ERRNO: violated unknown
//@ args: --entry f --externals pure
//@ engines: all
//@ data-model: lp64
#include "no_engine_takes_them_apart.c"
