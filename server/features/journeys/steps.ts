import { journey, type Journey } from '../../../contract/entities/journey'
import type { Step } from '../../crud/store-options'
import { assignmentWord, leavesUs } from '../../domain/journeys/farming-out'
import type { ServiceStatus } from '../../domain/journeys/service-status'
import { JOURNEY_WAYS, type JourneyStep } from '../../domain/journeys/ways'
import type { Context } from '../../http/context'
import { Refusal, invalid } from '../../http/refusal'
import { prepareChange, storeChange, type Leave } from './repository'

interface Change extends Leave {
  /** Past tense, told in the history. */
  action: string
  /** Fields with their new values, as a client could write them. */
  input: Partial<Journey>
  reason?: string | undefined
}

/** A change of a journey in its own words, with all the checks that a change of the record has; its status stays. */
export const change =
  (
    { input: wish, ...told }: Omit<Change, 'input'> & { input: Omit<Change['input'], 'service_status'> },
    context: Context,
  ): Step<Journey> =>
  async (tx, current) => {
    const input = leavesUs(current, { ...current, ...wish }) ? { ...NONE_OF_OURS, ...wish } : wish
    const names = Object.keys(input) as (keyof typeof input)[]
    if (names.every((name) => current[name] === input[name])) return null
    return changed({ ...told, input }, context)(tx, current)
  }

/** A company that runs a journey comes with everything that it takes. */
const NONE_OF_OURS = { vehicle_id: null, driver_id: null, co_driver_id: null }

/** What the history calls each step. */
const ACTIONS: Record<JourneyStep, string> = {
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
    if (REASONED.includes(way.step) && reason === undefined)
      throw invalid([{ path: 'cancel_reason', message: 'Say why.' }])
    return takeStep(way.step, context, reason)(tx, current)
  }

function noWay(code: string, from: ServiceStatus, to: string): Refusal {
  const detail = `${code} is ${from.replaceAll('_', ' ')}: it cannot become ${to.replaceAll('_', ' ')}.`
  return new Refusal('invalid_state', detail, { errors: [{ pointer: '/service_status', code: 'transition', detail }] })
}

const changed =
  ({ action, input, reason, ...leave }: Change, context: Context): Step<Journey> =>
  async (tx, current) => {
    const next = { ...current, ...input }
    const issues = journey.check?.(next) ?? []
    if (issues.length > 0) throw invalid(issues)
    const write = { current, next, input, context }
    const values = { ...input, ...(await prepareChange(tx, write, current, leave)) }
    return {
      action: action === 'assigned' ? assignmentWord(current, { ...current, ...input }) : action,
      values,
      reason: leave.overrideReason ?? reason ?? null,
      settle: () => storeChange(tx, current.id, write, current),
    }
  }
