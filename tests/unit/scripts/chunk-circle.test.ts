import { expect, test } from 'vitest'
import { findCircle } from '../../../scripts/lib/chunk-circle.mjs'

const circleOf = (imports: Record<string, string[]>) => findCircle(new Map(Object.entries(imports)))

test('files that import one another are named in the order of their imports', () => {
  expect(circleOf({ page: ['frame'], frame: ['base', 'parts'], parts: ['frame'], base: [] })).toEqual([
    'frame',
    'parts',
  ])
})

test('a file that is reached by two paths is no cycle', () => {
  expect(circleOf({ page: ['frame', 'base'], frame: ['base'], base: ['outside'] })).toBeNull()
})
