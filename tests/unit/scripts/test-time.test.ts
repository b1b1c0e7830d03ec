import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'
import { REAL_TIME } from '../../../scripts/lint/real-time.mjs'

const eslint = new ESLint()

/** Returns the rules of this project that a test file breaks. */
async function broken(code: string, filePath = 'tests/api/one.test.ts'): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath })
  return result?.messages.map(({ ruleId, message }) => ruleId?.replace('wayline/', '') ?? message) ?? []
}

describe('elapsed time', () => {
  test.each([
    'const from = performance.now()\nawait work()\nexpect(performance.now() - from).toBeLessThan(100)',
    'const from = Date.now()\nawait work()\nconst took = Date.now() - from\nexpect(took).toBeLessThan(100)',
    'let from = 0\nfrom = Date.now()\nawait work()\nconst to = Date.now()\nexpect(to - from).toBeGreaterThan(100)',
    'const from = new Date()\nexpect(new Date().getTime() - from.getTime()).toBeLessThan(100)',
    'const from = process.hrtime.bigint()\nexpect(process.hrtime.bigint() - from).toBeLessThan(100n)',
    'const until = Date.now() + 500\nawait work()\nexpect(Date.now()).toBeLessThanOrEqual(until)',
    'const until = Date.now() + 500\nawait work()\nexpect(Date.now() < until).toBe(true)',
    'const until = performance.now() + 500\nawait work()\nexpect(at).not.toBeGreaterThan(until)',
  ])('is refused in %j', async (code) => {
    expect(await broken(code)).toEqual(['no-elapsed-time'])
  })

  test.each([
    'export const day = new Date(Date.now() + 86_400_000)',
    'export const before = Date.now() - HOUR_MS',
    'export const age = api.now.getTime() - Date.parse(created)',
    'const busyUntil = performance.now() + 200\nwhile (performance.now() < busyUntil);',
    'expect(accessToken(Date.now() + 1_000)).toBe("token")',
    'const from = process.cpuUsage()\nexpect(process.cpuUsage(from).user).toBeLessThan(1_000_000)',
  ])('does not match %j', async (code) => {
    expect(await broken(code)).toEqual([])
  })
})

describe('a limit under 30 s', () => {
  test.each([
    'await expect.poll(read, { timeout: 5_000 }).toBe(1)',
    'await expect(line).toBeVisible({ timeout: 29_999 })',
    'await screen.findByText("Sold", {}, { timeout: 3_000 })',
    'const LIMIT_MS = 10 * 1_000\nawait vi.waitFor(read, { timeout: LIMIT_MS })',
    'await vi.waitFor(read)',
    'await vi.waitUntil(read)',
    'await vi.waitFor(read, 2_000)',
    'test("sells", work, 5_000)',
    'it.each(cases)("sells %s", work, 5_000)',
    'test.skip.each`a`("sells", work, 5_000)',
    'test("sells", { timeout: 5_000 }, work)',
    'beforeAll(work, 10_000)',
    'test.setTimeout(20_000)',
    'vi.setConfig({ testTimeout: 20_000 })',
    'page.setDefaultTimeout(1_000)',
    'await once(AbortSignal.timeout(2_000), "abort")',
  ])('is refused in %j', async (code) => {
    expect(await broken(code)).toEqual(['no-short-limit'])
  })

  test.each([
    'await expect.poll(read).toBe(1)',
    'await expect.poll(read, { timeout: POLL_TIMEOUT_MS }).toBe(1)',
    'await expect.poll(read, { interval: 20 }).toBe(1)',
    'await vi.waitFor(read, { timeout: COMPONENT_TIMEOUT_MS })',
    'await waitFor(read)',
    'test("sells", work, LONG_TEST_TIMEOUT_MS + CYCLES * 100)',
    'test("sells", work, 60_000)',
    'export const poster = webhookPoster({ timeoutMs: 300 })',
  ])('is not set by %j', async (code) => {
    expect(await broken(code)).toEqual([])
  })
})

describe('a sleep', () => {
  test.each([
    'await new Promise((resolve) => setTimeout(resolve, 100))',
    'await new Promise<void>((come) => window.setTimeout(() => come(), WAIT_MS))',
    'await new Promise(function (resolve) { setTimeout(function () { resolve(1) }, 100) })',
    'await Promise.all([work(), new Promise((resolve) => { setTimeout(resolve, 100) })])',
    'import { setTimeout } from "node:timers/promises"\nawait setTimeout(100)',
    'import * as timers from "timers/promises"\nawait timers.setTimeout(100)',
    'await sleep(100)',
    'await delay(100)',
    'Atomics.wait(cell, 0, 0, 100)',
  ])('is refused in %j', async (code) => {
    expect(await broken(code)).toEqual(['no-sleep'])
  })

  test.each([
    'await new Promise((resolve) => setTimeout(resolve, 0))',
    'await new Promise((resolve) => setTimeout(resolve))',
    'await new Promise((resolve) => setImmediate(resolve))',
    'import { setImmediate } from "node:timers/promises"\nawait setImmediate()',
    'await new Promise((resolve, fail) => {\n  setTimeout(() => fail(), LIMIT_MS)\n  child.once("exit", resolve)\n})',
    'setTimeout(() => client.destroy(), 120)',
  ])('does not match %j', async (code) => {
    expect(await broken(code)).toEqual([])
  })
})

test('each exempt file breaks its rule exactly as often as listed', async () => {
  const rules = ['no-elapsed-time', 'no-short-limit', 'no-sleep'].map((rule) => `wayline/${rule}`)
  const everywhere = { rules: Object.fromEntries(rules.map((rule) => [rule, 'error' as const])) }
  const results = await new ESLint({ overrideConfig: everywhere }).lintFiles([
    ...new Set(REAL_TIME.map(({ file }) => file)),
  ])
  const found = results.flatMap(({ filePath, messages }) =>
    rules.map((rule) => ({
      file: filePath.replace(`${process.cwd()}/`, ''),
      rule: rule.replace('wayline/', ''),
      times: messages.filter(({ ruleId }) => ruleId === rule).length,
    })),
  )
  const listed = REAL_TIME.map(({ file, rule, times }) => ({ file, rule, times }))
  expect(found.filter(({ times }) => times > 0)).toEqual(expect.arrayContaining(listed))
  expect(found.filter(({ times }) => times > 0)).toHaveLength(listed.length)
})

test.each(REAL_TIME)('the exemption of $file from $rule has a reason', ({ reason }) => {
  expect(reason).toMatch(/^[A-Z].{20,}\.$/)
})

test('benchmarks measure elapsed time', async () => {
  const code = 'const from = performance.now()\nexpect(performance.now() - from).toBeLessThan(100)'
  expect(await broken(code, 'bench/one.ts')).toEqual([])
})
