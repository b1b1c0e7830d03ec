import { expect, test } from 'vitest'
import { invalid, wrongState } from '../../../../server/http/refusal'

test.each([
  ['validation', invalid],
  ['invalid_state', wrongState],
] as const)('%s names a message of several fields once', (_, refuse) => {
  const message = 'The journey is completed, so this cannot be changed.'
  const refusal = refuse([
    { path: 'vehicle_id', message },
    { path: 'driver_id', message },
  ])
  expect(String(refusal.detail)).toBe(message)
  expect(refusal.details.errors).toMatchObject([{ pointer: '/vehicle_id' }, { pointer: '/driver_id' }])
})
