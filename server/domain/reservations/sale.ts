import type { Journey, JourneyCall } from '../../../contract/entities/journey'
import type { BookingRule } from '../../../contract/entities/route'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export type JourneyForSale = Pick<Journey, 'code' | 'kind' | 'sales_status' | 'service_status'> & {
  /** Of its route; null = until departure. */
  booking_rule: BookingRule | null
}
export type CallForSale = Pick<
  JourneyCall,
  'seq' | 'planned_arrive' | 'planned_depart' | 'expected_depart' | 'pickup_type' | 'drop_off_type'
> & { station_name: string }

export interface SaleIssue {
  /** `input`: another choice is needed; `state`: the journey is not on sale just now; `cutoff`: no longer. */
  cause: 'input' | 'state' | 'cutoff'
  field: 'journey_id' | 'board_seq' | 'alight_seq'
  message: string
}

/** When a call leaves, as foreseen now. */
export const departureOf = (call: Pick<CallForSale, 'expected_depart' | 'planned_depart'>): string =>
  call.expected_depart ?? call.planned_depart

/** When a call can be bought, milliseconds: from the first on, to before the second. */
export interface SaleSpan {
  from: number
  until: number
}

/** When a call is sold by the rule of its route. @param leaves milliseconds, as planned and as foreseen now */
export function saleSpan(rule: BookingRule | null, leaves: { planned: number; foreseen: number }): SaleSpan {
  const days = rule?.prior_notice_max_days ?? null
  return {
    from: days === null ? -Infinity : leaves.planned - days * DAY_MS,
    until: leaves.foreseen - (rule?.prior_notice_min ?? 0) * MINUTE_MS,
  }
}

const spanOf = ({ booking_rule }: JourneyForSale, call: CallForSale): SaleSpan =>
  saleSpan(booking_rule, { planned: Date.parse(call.planned_depart), foreseen: Date.parse(departureOf(call)) })

/** Until when seats from a call are sold: the notice that the route asks for, before the departure as foreseen. */
export const salesEndOf = (journey: JourneyForSale, call: CallForSale): string => utcText(spanOf(journey, call).until)

interface Seller {
  now: Date
  /** Staff answer a request, so that they may sell what is on request. */
  isRequest: boolean
  /** May sell until the departure itself, whatever notice the route asks for. */
  ignoresCutoff: boolean
}

/**
 * Why a part of a journey cannot be sold now. A call is undefined when the journey has no call of that number.
 */
export function saleIssues(
  journey: JourneyForSale,
  board: CallForSale | undefined,
  alight: CallForSale | undefined,
  { now, isRequest, ignoresCutoff }: Seller,
): SaleIssue[] {
  const { code } = journey
  if (!board) return [input('board_seq', `${code} has no such stop: choose one of its stops.`)]
  if (!alight) return [input('alight_seq', `${code} has no such stop: choose one of its stops.`)]
  if (alight.seq <= board.seq) return [input('alight_seq', 'Choose a stop after the one where they board.')]
  const issues: SaleIssue[] = []
  if (board.pickup_type === 'none')
    issues.push(input('board_seq', `Nobody gets on at ${board.station_name} on ${code}: choose another stop.`))
  if (alight.drop_off_type === 'none')
    issues.push(input('alight_seq', `Nobody gets off at ${alight.station_name} on ${code}: choose another stop.`))
  const reason = notOnSale(journey, isRequest)
  if (reason !== null) issues.push(state(`${code} ${reason}. Choose another journey.`))
  else if (Date.parse(departureOf(board)) <= now.getTime())
    issues.push(state(`${code} has left ${board.station_name} already. Choose a later journey.`))
  else if (!ignoresCutoff && spanOf(journey, board).until <= now.getTime())
    issues.push(cutoff(`Sales for ${code} from ${board.station_name} have ended. Choose a later journey.`))
  else if (!ignoresCutoff && spanOf(journey, board).from > now.getTime())
    issues.push(state(`${code} is not on sale yet. Choose an earlier journey, or come back later.`))
  return issues
}

function notOnSale({ kind, service_status, sales_status }: JourneyForSale, isRequest: boolean): string | null {
  if (kind !== 'passenger') return 'runs empty and takes no passengers'
  if (service_status !== 'scheduled' && service_status !== 'boarding')
    return `is not for sale: it is ${service_status.replaceAll('_', ' ')}`
  if (sales_status === 'closed') return 'is closed for sale'
  if (sales_status === 'on_request' && !isRequest) return 'is sold on request only: book it as pending'
  return null
}

const input = (field: SaleIssue['field'], message: string): SaleIssue => ({ cause: 'input', field, message })
const state = (message: string): SaleIssue => ({ cause: 'state', field: 'journey_id', message })
const cutoff = (message: string): SaleIssue => ({ cause: 'cutoff', field: 'journey_id', message })
