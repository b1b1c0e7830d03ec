import { expect, it } from 'vitest'
import { recordAt } from '../../../../src/kit/recordPaths'

it('recordAt returns the record of a path only when the record is shown', () => {
  expect(recordAt('/stations/7f/show')).toEqual({ resource: 'stations', id: '7f' })
  for (const path of ['/', '/stations', '/stations/create', '/stations/7f']) expect(recordAt(path), path).toBeNull()
})
