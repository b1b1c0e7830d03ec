import { choice, sentence, type Sentence } from '../../../contract/core/sentence'
import type { Journey, JourneyCall } from '../../../contract/entities/journey'
import type { BookingRule } from '../../../contract/entities/route'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export type JourneyForSale = Pick<Journey, 'code' | 'kind' | 'sales_status' | 'service_status'> & {
  /** Booking rule of its route; null = sold until departure. */
  booking_rule: BookingRule | null
}
export type CallForSale = Pick<
  JourneyCall,
  'seq' | 'planned_arrive' | 'planned_depart' | 'expected_depart' | 'pickup_type' | 'drop_off_type'
> & { station_name: string }

export interface SaleIssue {
  /** `input`: another choice is needed; `state`: currently not on sale; `cutoff`: no longer on sale. */
  cause: 'input' | 'state' | 'cutoff'
  field: 'journey_id' | 'board_seq' | 'alight_seq'
  message: Sentence
}

/** Returns the expected departure of a call, or the planned one if none is expected. */
export const departureOf = (call: Pick<CallForSale, 'expected_depart' | 'planned_depart'>): string =>
  call.expected_depart ?? call.planned_depart

/** When a call is on sale: `[from, until)` in milliseconds since 1970. */
export interface SaleSpan {
  from: number
  until: number
}

/** Returns when a call is on sale by the rule of its route. @param leaves its departures, milliseconds since 1970 */
export function saleSpan(rule: BookingRule | null, leaves: { planned: number; foreseen: number }): SaleSpan {
  const days = rule?.prior_notice_max_days ?? null
  return {
    from: days === null ? -Infinity : leaves.planned - days * DAY_MS,
    until: leaves.foreseen - (rule?.prior_notice_min ?? 0) * MINUTE_MS,
  }
}

const spanOf = ({ booking_rule }: JourneyForSale, call: CallForSale): SaleSpan =>
  saleSpan(booking_rule, { planned: Date.parse(call.planned_depart), foreseen: Date.parse(departureOf(call)) })

/** Returns when sales from a call end: before its expected departure by the notice that the route requires. */
export const salesEndOf = (journey: JourneyForSale, call: CallForSale): string => utcText(spanOf(journey, call).until)

interface Seller {
  now: Date
  /** Whether the sale is a request that staff decide on. Only requests are sold on `on_request` journeys. */
  isRequest: boolean
  /** Whether the seller may sell until departure, regardless of the notice that the route requires. */
  ignoresCutoff: boolean
}

/**
 * Returns why a segment of a journey cannot be sold now. A call is undefined if the journey has no call of that number.
 */
export function saleIssues(
  journey: JourneyForSale,
  board: CallForSale | undefined,
  alight: CallForSale | undefined,
  { now, isRequest, ignoresCutoff }: Seller,
): SaleIssue[] {
  const { code } = journey
  if (!board) return [input('board_seq', sentence`${code} has no such stop: choose one of its stops.`)]
  if (!alight) return [input('alight_seq', sentence`${code} has no such stop: choose one of its stops.`)]
  if (alight.seq <= board.seq) return [input('alight_seq', sentence`Choose a stop after the boarding stop.`)]
  const issues: SaleIssue[] = []
  if (board.pickup_type === 'none')
    issues.push(
      input('board_seq', sentence`${code} picks up no passengers at ${board.station_name}: choose another stop.`),
    )
  if (alight.drop_off_type === 'none')
    issues.push(
      input('alight_seq', sentence`${code} drops off no passengers at ${alight.station_name}: choose another stop.`),
    )
  const reason = notOnSale(journey, isRequest)
  if (reason !== null) issues.push(state(reason))
  else if (Date.parse(departureOf(board)) <= now.getTime())
    issues.push(state(sentence`${code} has left ${board.station_name} already. Choose a later journey.`))
  else if (!ignoresCutoff && spanOf(journey, board).until <= now.getTime())
    issues.push(cutoff(sentence`Sales for ${code} from ${board.station_name} have ended. Choose a later journey.`))
  else if (!ignoresCutoff && spanOf(journey, board).from > now.getTime())
    issues.push(state(sentence`${code} is not on sale yet. Choose an earlier journey, or come back later.`))
  return issues
}

function notOnSale({ code, kind, service_status, sales_status }: JourneyForSale, isRequest: boolean): Sentence | null {
  if (kind !== 'passenger') return sentence`${code} runs empty and takes no passengers. Choose another journey.`
  if (service_status !== 'scheduled' && service_status !== 'boarding')
    return sentence`${code} is not for sale: it is ${choice('serviceStatuses', service_status)}. Choose another journey.`
  if (sales_status === 'closed') return sentence`${code} is closed for sale. Choose another journey.`
  if (sales_status === 'on_request' && !isRequest)
    return sentence`${code} is sold on request only: book it as pending. Choose another journey.`
  return null
}

const input = (field: SaleIssue['field'], message: Sentence): SaleIssue => ({ cause: 'input', field, message })
const state = (message: Sentence): SaleIssue => ({ cause: 'state', field: 'journey_id', message })
const cutoff = (message: Sentence): SaleIssue => ({ cause: 'cutoff', field: 'journey_id', message })
