/**
 * Timeouts of everything that a test waits for. They only stop a test that hangs, because a busy machine may be many times
 * slower than an idle one. `WAYLINE_TIMEOUT_FACTOR` multiplies them all.
 */
const FACTOR = Number(process.env['WAYLINE_TIMEOUT_FACTOR'] ?? 1)
if (!(FACTOR > 0)) throw new Error('WAYLINE_TIMEOUT_FACTOR must be a number above 0.')

const seconds = (count: number): number => count * 1_000 * FACTOR

/** One test, and each hook: `beforeAll`, `afterAll` and the others. */
export const TEST_TIMEOUT_MS = seconds(300)
/** A test of many rounds: every page of the product, a thousand races, a dozen server restarts. */
export const LONG_TEST_TIMEOUT_MS = seconds(900)
/** `expect.poll`, and other waits for asynchronous server work. */
export const POLL_TIMEOUT_MS = seconds(120)
/** An assertion about a page in Chromium. */
export const PAGE_TIMEOUT_MS = seconds(60)
/** `waitFor` and `findBy…` of a component rendered in jsdom. */
export const COMPONENT_TIMEOUT_MS = seconds(60)
/** The start of a server or a database. */
export const START_TIMEOUT_MS = seconds(180)
