import { expect, test } from 'vitest'
import { STAGES, choose } from '../../../scripts/test/stages.mjs'

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

test('stages that run the built product come after the build', () => {
  const order = names()
  const after = order.slice(order.indexOf('build') + 1)
  expect(after).toEqual(
    expect.arrayContaining(['api-pglite', 'api-postgres', 'faults', 'size', 'bench', 'browser', 'readme']),
  )
})
