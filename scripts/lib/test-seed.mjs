const GIVEN = process.env.WAYLINE_TEST_SEED

/**
 * Seed of every property test: each run uses the same cases, so that its result depends on the change and not on chance.
 * `WAYLINE_TEST_SEED` overrides it.
 */
export const TEST_SEED = GIVEN ? Number(GIVEN) : 20_261_126
if (!Number.isInteger(TEST_SEED)) throw new Error(`WAYLINE_TEST_SEED must be an integer, not "${GIVEN}".`)
