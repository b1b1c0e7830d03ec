import { z } from 'zod'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'

/**
 * An active partner of the kind `affiliate` who runs a job instead of ourselves: our vehicle and people are taken off it.
 * Null takes it back.
 */
export const OperatedBy = Id.nullable()

/** A company that jobs can be farmed out to. */
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
  summary: 'The active affiliates, who can run jobs instead of ourselves; without the terms that they have agreed',
  access: { action: 'list', resource: 'journeys' },
  ok: { status: 200, description: 'By name.', schema: z.array(Operator) },
  errors: [],
})
