const GIVEN = process.env.WAYLINE_TEST_SEED

/**
 * Seed of every property test: the same cases in each run, so that a run decides about the change and not about luck.
 * `WAYLINE_TEST_SEED` replaces it.
 */
export const TEST_SEED = GIVEN ? Number(GIVEN) : 20_261_126
if (!Number.isInteger(TEST_SEED)) throw new Error(`WAYLINE_TEST_SEED must be an integer, not "${GIVEN}".`)
