/**
 * Time limits of everything that a test waits for. They only end a test that hangs: no test is about them, and a busy
 * machine may take many times as long as an idle one. `WAYLINE_TIMEOUT_FACTOR` multiplies them all.
 */
const FACTOR = Number(process.env['WAYLINE_TIMEOUT_FACTOR'] ?? 1)
if (!(FACTOR > 0)) throw new Error('WAYLINE_TIMEOUT_FACTOR must be a number above 0.')

const seconds = (count: number): number => count * 1_000 * FACTOR

/** One test, and one hook of `beforeAll`, `afterAll` and their siblings. */
export const TEST_TIMEOUT_MS = seconds(300)
/** A test of many rounds: every page of the product, a thousand races, a dozen lives of a server. */
export const LONG_TEST_TIMEOUT_MS = seconds(900)
/** `expect.poll`, and other waits for what a server does in its own time. */
export const POLL_TIMEOUT_MS = seconds(120)
/** An assertion about a page in Chromium. */
export const PAGE_TIMEOUT_MS = seconds(60)
/** `waitFor` and `findBy…` of a component that is drawn in jsdom. */
export const COMPONENT_TIMEOUT_MS = seconds(60)
/** The start of a server or a database. */
export const START_TIMEOUT_MS = seconds(180)
