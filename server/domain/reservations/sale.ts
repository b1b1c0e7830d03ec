import type { Journey, JourneyCall } from '../../../contract/entities/journey'

export type JourneyForSale = Pick<Journey, 'code' | 'kind' | 'sales_status' | 'service_status'>
export type CallForSale = Pick<
  JourneyCall,
  'planned_arrive' | 'planned_depart' | 'expected_depart' | 'pickup_type' | 'drop_off_type'
> & { station_name: string }

export interface SaleIssue {
  /** `input`: another choice is needed; `state`: the journey is not on sale just now. */
  cause: 'input' | 'state'
  field: 'journey_id' | 'board_seq' | 'alight_seq'
  message: string
}

/** When a call leaves, as foreseen now. */
export const departureOf = (call: CallForSale): string => call.expected_depart ?? call.planned_depart

/**
 * Why a part of a journey cannot be sold now. Staff who answer a request (`isRequest`) may sell what is on request.
 * A call is undefined when the journey has no call of that number.
 */
export function saleIssues(
  journey: JourneyForSale,
  board: CallForSale | undefined,
  alight: CallForSale | undefined,
  { now, isRequest }: { now: Date; isRequest: boolean },
): SaleIssue[] {
  const { code } = journey
  if (!board) return [input('board_seq', `${code} has no such stop: choose one of its stops.`)]
  if (!alight) return [input('alight_seq', `${code} has no such stop: choose one of its stops.`)]
  const issues: SaleIssue[] = []
  if (board.pickup_type === 'none')
    issues.push(input('board_seq', `Nobody gets on at ${board.station_name} on ${code}: choose another stop.`))
  if (alight.drop_off_type === 'none')
    issues.push(input('alight_seq', `Nobody gets off at ${alight.station_name} on ${code}: choose another stop.`))
  const reason = notOnSale(journey, isRequest)
  if (reason !== null) issues.push(state(`${code} ${reason}. Choose another journey.`))
  else if (Date.parse(departureOf(board)) <= now.getTime())
    issues.push(state(`${code} has left ${board.station_name} already. Choose a later journey.`))
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
