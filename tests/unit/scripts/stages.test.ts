import { expect, test } from 'vitest'
import { STAGES, choose, inTurns } from '../../../scripts/test/stages.mjs'

const names = (...asked: string[]) => choose(asked).stages.map(({ name }) => name)

test('without a choice every stage runs, in order', () => {
  expect(names()).toEqual(STAGES.map(({ name }) => name))
})

test('the beginning of a name chooses every stage that has it, in the order of the whole', () => {
  expect(names('api', 'unit')).toEqual(['unit', 'api-pglite', 'api-postgres'])
})

test('an unknown name is told', () => {
  expect(choose(['unit', 'untested']).unknown).toEqual(['untested'])
})

test('only quiet stages that follow one another run at once, and each runs once', () => {
  const turns = inTurns(STAGES)
  expect(turns.flat()).toEqual(STAGES)
  for (const turn of turns.filter(({ length }) => length > 1)) expect(turn.every(({ quiet }) => quiet)).toBe(true)
  expect(turns[0]?.map(({ name }) => name)).toContain('lint')
})
