import { z } from 'zod'
import { operation } from '../core/operations'

/** From nothing to the first sold seat, in the order in which one needs the other. */
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

/** Every step of FIRST_STEPS and whether what it asks for is there. */
export const FirstSteps = z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() }))
export type FirstSteps = z.output<typeof FirstSteps>

export const hideFirstSteps = operation({
  id: 'hideFirstSteps',
  method: 'PUT',
  path: '/dashboard/first-steps',
  tag: 'dashboard',
  summary: 'Hide the list of first steps from the user, or show it again',
  access: 'signed-in',
  body: z.strictObject({ hidden: z.boolean() }),
  ok: { status: 204, description: 'It is hidden, or shown.' },
  errors: ['validation'],
})
