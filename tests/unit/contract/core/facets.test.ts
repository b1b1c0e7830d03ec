import { expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'

it('each operation that counts by the values of a field has a field to count by', () => {
  const counts = ALL_OPERATIONS.filter(({ path }) => path.endsWith('/facets'))
  const fieldsOf = (query: z.ZodType | undefined) =>
    query instanceof z.ZodObject && query.shape['field'] instanceof z.ZodEnum ? query.shape['field'].options : []
  expect(counts.map(({ id }) => id)).toContain('countVehiclesByValue')
  expect(counts.filter(({ query }) => fieldsOf(query).length === 0).map(({ id }) => id)).toEqual([])
})
