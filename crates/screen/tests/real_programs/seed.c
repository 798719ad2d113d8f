/* Loaded into AisleRiot: its random numbers begin with a seed that the test knows,
   so that a test that failed can be repeated. */
#include <stdlib.h>

typedef struct _GRand GRand;
GRand *g_rand_new_with_seed(unsigned int seed);

GRand *g_rand_new(void)
{
    const char *seed = getenv("PATIENCE_TEST_SEED");
    return g_rand_new_with_seed(seed ? (unsigned int)strtoul(seed, NULL, 10) : 1);
}
