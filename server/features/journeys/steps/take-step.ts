import type { EventVerb } from '../../../../contract/core/events'
import type { Journey } from '../../../../contract/entities/journey'
import type { Step } from '../../../crud/store-options'
import type { ServiceStatus } from '../../../domain/journeys/service-status'
import { JOURNEY_WAYS, type JourneyStep } from '../../../domain/journeys/ways'
import type { Context } from '../../../http/context'
import { Refusal, invalidAt } from '../../../http/refusal'
import { changed } from './change'

/** What the history calls each step. */
const ACTIONS: Record<JourneyStep, EventVerb> = {
  scheduleJourney: 'scheduled',
  boardJourney: 'boarding_started',
  departJourney: 'departed',
  interruptJourney: 'interrupted',
  resumeJourney: 'resumed',
  completeJourney: 'completed',
  cancelJourney: 'cancelled',
  reinstateJourney: 'reinstated',
}

/** Changes the status of a journey; one that has it already stays as it is. @throws Refusal from any other status */
export const takeStep =
  (step: JourneyStep, context: Context, reason?: string): Step<Journey> =>
  async (tx, current) => {
    const { service_status: from, code } = current
    const ways = JOURNEY_WAYS.all.filter((way) => way.step === step)
    const way = ways.find((other) => other.from === from)
    const to = (way ?? ways[0])?.to
    if (to === undefined || from === to) return null
    if (!way) throw noWay(code, from, to)
    const input = { service_status: to, ...(to === 'cancelled' && { cancel_reason: reason ?? null }) }
    return changed({ action: ACTIONS[step], input, reason }, context)(tx, current)
  }

const REASONED: readonly JourneyStep[] = ['cancelJourney', 'interruptJourney', 'reinstateJourney']

/** The step that leads to a status, for one of many that are to have it. @throws Refusal where none does */
export const stepTo =
  (to: string, reason: string | undefined, context: Context): Step<Journey> =>
  async (tx, current) => {
    const { service_status: from, code } = current
    if (from === to) return null
    const way = JOURNEY_WAYS.between(from, to)
    if (!way) throw noWay(code, from, to)
    if (REASONED.includes(way.step) && reason === undefined) throw invalidAt('cancel_reason', 'Say why.')
    return takeStep(way.step, context, reason)(tx, current)
  }

function noWay(code: string, from: ServiceStatus, to: string): Refusal {
  const detail = `${code} is ${from.replaceAll('_', ' ')}: it cannot become ${to.replaceAll('_', ' ')}.`
  return new Refusal('invalid_state', detail, { errors: [{ pointer: '/service_status', code: 'transition', detail }] })
}
