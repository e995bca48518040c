// Nothing is stated about a program that starts with other values.
//@ verdict: violated unknown
//@ args: --property ../unreach-call.prp --globals any
//@ data-model: lp64
#include "property_states_a_whole_program.c"
