import { z } from 'zod'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'

/**
 * Active partner of the kind `affiliate` that operates a job for the company. Setting it unassigns the vehicle and drivers.
 * Null returns the job to the company.
 */
export const OperatedBy = Id.nullable()

/** Company that jobs can be farmed out to. */
export const Operator = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
})
export type Operator = z.output<typeof Operator>

export const listOperators = operation({
  id: 'listOperators',
  method: 'GET',
  path: '/operators',
  tag: 'journeys',
  summary: 'List the active affiliates that can operate jobs, without their contract terms',
  access: { action: 'list', resource: 'journeys' },
  ok: { status: 200, description: 'The affiliates, sorted by name.', schema: z.array(Operator) },
  errors: [],
})
