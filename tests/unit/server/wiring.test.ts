import { expect, test } from 'vitest'
import { joined } from '../../../server/wiring'

test('no feature replaces a value that another feature provides under the same name', () => {
  const [run, other] = [() => 1, () => 2]
  expect(joined([{ holds: run }, { trips: other }])).toEqual({ holds: run, trips: other })
  expect(() => joined([{ holds: run }, { holds: other }])).toThrow('"holds"')
})
