import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  describeSlow,
  PACE_FILE,
  paceFile,
  readPace,
  recordPace,
  slowAmong,
  watchLength,
} from '../../../scripts/test/pace.mjs'
import { STAGES } from '../../../scripts/test/stages.mjs'
import { USUAL_S } from '../../../scripts/test/usual-lengths.mjs'

const folder = mkdtempSync(join(tmpdir(), 'wayline-pace-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.unstubAllEnvs())

const ended = (title: string, tookMs: number, limitMs = 300_000) => ({ id: title, title, tookMs, limitMs })

describe('the record of the reporters', () => {
  test('contains the tests that have started and not ended, and those that have ended', () => {
    const file = paceFile(join(folder, 'unit.json'))
    vi.stubEnv(PACE_FILE, file)
    recordPace({ id: '1', title: 'a › adds', begunAt: 1_000 })
    recordPace({ id: '2', title: 'a › divides', begunAt: 2_000 })
    recordPace({ id: '1', title: 'a › adds', tookMs: 500, limitMs: 300_000 })
    expect(readPace(file)).toEqual({
      running: [{ id: '2', title: 'a › divides', begunAt: 2_000 }],
      ended: [{ id: '1', title: 'a › adds', tookMs: 500, limitMs: 300_000 }],
    })
  })

  test('may end in the middle of a line', () => {
    const file = join(folder, 'cut.jsonl')
    writeFileSync(file, '{"id":"1","title":"a","begunAt":1}\n{"id":"1","tit')
    expect(readPace(file)).toEqual({ running: [{ id: '1', title: 'a', begunAt: 1 }], ended: [] })
  })

  test('is empty before the first test starts', () => {
    expect(readPace(join(folder, 'none.jsonl'))).toEqual({ running: [], ended: [] })
  })
})

describe('tests near their limit', () => {
  test('are those that took more than a quarter of it', () => {
    const all = [ended('quick', 74_999), ended('even', 75_000), ended('slow', 75_001), ended('long', 100_000, 900_000)]
    expect(slowAmong([...all, ended('a file', 0, 0)])).toEqual([ended('slow', 75_001)])
  })

  test('are named with their share, the largest first', () => {
    expect(describeSlow([ended('one', 90_000), ended('other', 400_000, 900_000)])).toEqual([
      'slow: other: 400.0 s, 44 % of its limit of 900.0 s',
      'slow: one: 90.0 s, 30 % of its limit of 300.0 s',
    ])
  })

  test('take at most 20 lines', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ended(`test ${index}`, 299_000 - index))
    expect(describeSlow(many(20))).toHaveLength(20)
    const lines = describeSlow(many(23))
    expect(lines).toHaveLength(20)
    expect(lines.slice(-2)).toEqual(['slow: test 18: 299.0 s, 100 % of its limit of 300.0 s', 'slow: 4 more tests'])
  })
})

describe('a stage', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  const lateMs = 3_000 * (USUAL_S['unit'] ?? 0)
  function watched(running: { title: string; begunAt: number }[]) {
    const lines: string[] = []
    const end = watchLength('unit', {
      running: () => running.map((one) => ({ id: one.title, ...one })),
      print: (line) => void lines.push(line),
    })
    return { lines, end }
  }

  test('that takes three times its usual length names the running tests, once', () => {
    const { lines } = watched([
      { title: 'tests/unit/a.test.ts', begunAt: 1 },
      { title: 'tests/unit/a.test.ts › adds', begunAt: lateMs - 5_000 },
      { title: 'tests/unit/b.test.ts', begunAt: lateMs - 1_000 },
    ])
    vi.advanceTimersByTime(lateMs - 1)
    expect(lines).toEqual([])
    vi.advanceTimersByTime(lateMs * 2)
    const named = 'tests/unit/a.test.ts › adds (for 5.0 s), tests/unit/b.test.ts (for 1.0 s)'
    expect(lines).toEqual([`   unit takes more than 3 times its usual ${USUAL_S['unit']} s. Running now: ${named}.`])
  })

  test('does not name the tests of an earlier run that was interrupted', () => {
    const { lines } = watched([{ title: 'old', begunAt: -1 }])
    vi.advanceTimersByTime(lateMs)
    expect(lines).toEqual([expect.stringMatching(/ No test is running\.$/)])
  })

  test('that ends in time says nothing', () => {
    const { lines, end } = watched([])
    end()
    vi.advanceTimersByTime(lateMs * 2)
    expect(lines).toEqual([])
  })
})

test('every stage has a usual length, and nothing else has', () => {
  expect(Object.keys(USUAL_S).sort()).toEqual(STAGES.map(({ name }) => name).sort())
})
