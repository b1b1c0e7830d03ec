import { z } from 'zod'
import { operation } from '../core/operations'

/** Setup steps up to the first sale, in the order of their dependencies. */
export const FIRST_STEPS = [
  'company',
  'stations',
  'vehicle_type',
  'vehicle',
  'route',
  'journeys',
  'fares',
  'reservation',
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Every step of `FIRST_STEPS` and whether it is done. */
export const FirstSteps = z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() }))
export type FirstSteps = z.output<typeof FirstSteps>

export const hideFirstSteps = operation({
  id: 'hideFirstSteps',
  method: 'PUT',
  path: '/dashboard/first-steps',
  tag: 'dashboard',
  summary: 'Hide or show the list of first steps for the signed-in user',
  access: 'signed-in',
  body: z.strictObject({ hidden: z.boolean() }),
  ok: { status: 204, description: 'The choice is saved.' },
  errors: ['validation'],
})
