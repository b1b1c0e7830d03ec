import { expect, test } from 'vitest'
import { STAGES, choose, inTurns } from '../../../scripts/test/stages.mjs'

const names = (...asked: string[]) => choose(asked).stages.map(({ name }) => name)

test('without a choice every stage runs, in order', () => {
  expect(names()).toEqual(STAGES.map(({ name }) => name))
})

test('the beginning of a name selects every stage with that beginning, in the usual order', () => {
  expect(names('api', 'unit')).toEqual(['unit', 'api-pglite', 'api-postgres'])
})

test('an unknown name is reported', () => {
  expect(choose(['unit', 'untested']).unknown).toEqual(['untested'])
})

test('a stage that is marked as parallel runs together with the previous one, and each runs once', () => {
  const turns = inTurns(STAGES)
  expect(turns.flat()).toEqual(STAGES)
  for (const [first, ...others] of turns) {
    expect(first?.beside ?? false).toBe(false)
    expect(others.every(({ beside }) => beside)).toBe(true)
  }
  const names = turns.map((turn) => turn.map(({ name }) => name))
  expect(names).toContainEqual(['api-pglite', 'api-postgres'])
  expect(names).toContainEqual(['browser'])
  expect(inTurns(choose(['component']).stages)).toHaveLength(1)
})

test('stages that run the built product come after the build', () => {
  const order = names()
  const after = order.slice(order.indexOf('build') + 1)
  expect(after).toEqual(
    expect.arrayContaining(['api-pglite', 'api-postgres', 'faults', 'size', 'bench', 'browser', 'readme']),
  )
})
