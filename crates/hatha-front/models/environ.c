/* The list of all environment variables: empty in a closed world. In an open one it has no
 * definition here, so that it is any address. */

static char *no_environment[1];

char **environ = no_environment;
char **__environ = no_environment;
