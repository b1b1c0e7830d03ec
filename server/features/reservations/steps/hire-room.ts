import { sentence, type Sentence } from '../../../../contract/core/sentence'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { Tx } from '../../../db/transaction'
import { SPACE_KINDS, aboardOf, spaceOf, type Aboard, type SpaceKind } from '../../../domain/availability/space'
import { serviceDateIssues } from '../../../domain/timetable/service-dates'
import type { Context } from '../../../kernel/context'
import { refuseOverride } from '../../../http/overrides'
import { Refusal, invalid, pointerOf } from '../../../http/refusal'
import { fleetDuring, lockType, type TypeRow } from '../repository/hires'

interface HireRoomRequest extends Pick<Reservation, 'passengers' | 'vehicle_id' | 'operated_by_partner_id'> {
  /** Null for a new one. */
  id: string | null
  hire: Hire
  /** Whether it takes a vehicle of its type, which a request does not. */
  isTaking: boolean
  /** Whether this call sets its start. */
  isTimed: boolean
  /** Whether the caller confirms a start in the past, or more hires than vehicles. */
  acceptsWarnings: boolean
  /** What to do about a warning; by default, to choose another time or to confirm it. */
  warningRemedy?: Sentence | undefined
}

/** Returns the space that a hire takes: the stated passengers and luggage, and the needs of the named passengers. */
export function aboardOfHire(
  { passengers }: Pick<Reservation, 'passengers'>,
  { passengers: seats, luggage_units }: Hire,
): Aboard {
  return { ...aboardOf(passengers, []), seats, luggage_units }
}

/**
 * Refuses a hire that starts in the past, does not fit its vehicle type, or finds no free vehicle of the type.
 * @throws Refusal confirmation_required, forbidden, validation or sold_out
 */
export async function refuseHire(tx: Tx, request: HireRoomRequest, context: Context): Promise<void> {
  const { hire } = request
  const dateIssues = serviceDateIssues('hire.starts_at', hire.starts_at.slice(0, 10), context.now())
  if (request.isTimed && dateIssues.length > 0) throw invalid(dateIssues)
  if (request.isTimed && Date.parse(hire.starts_at) < context.now().getTime())
    refuseUnlikely(request, 'hire_in_past', 'hire.starts_at', sentence`This hire starts in the past.`, context)
  if (request.operated_by_partner_id !== null) return
  const type = await lockType(tx, hire.vehicle_type_id)
  if (!type) return
  const issues = roomIssues(type, aboardOfHire(request, hire))
  if (issues.length > 0) throw invalid(issues)
  if (!request.isTaking || request.vehicle_id !== null) return
  const { vehicles, known, taken } = await fleetDuring(tx, request, type.turnaround_min)
  // Without any vehicle of the type on record, its number is unknown.
  if (known === 0 || taken < vehicles) return
  const detail =
    vehicles === 0
      ? sentence`No vehicle ${type.code} is in service with valid papers then.`
      : sentence`All vehicles ${type.code} in service (${vehicles}) are taken at some time of this hire.`
  if (!request.acceptsWarnings)
    throw new Refusal('sold_out', sentence`${detail} Choose another type or time, or leave it as a request.`, {
      errors: [{ pointer: pointerOf('hire.vehicle_type_id'), code: 'sold_out', detail }],
    })
  refuseUnlikely(request, 'overbook', 'hire.vehicle_type_id', detail, context)
}

function refuseUnlikely(
  { acceptsWarnings, warningRemedy = sentence`Choose another time, or confirm this warning.` }: HireRoomRequest,
  right: Parameters<typeof refuseOverride>[0],
  path: string,
  fact: Sentence,
  context: Context,
): void {
  if (!acceptsWarnings)
    throw new Refusal('confirmation_required', sentence`${fact} ${warningRemedy}`, {
      errors: [{ pointer: pointerOf(path), code: 'unlikely', detail: fact }],
    })
  refuseOverride(right, context, sentence`${fact} Your role may not do that. Ask a manager.`)
}

const FIELDS = {
  wheelchairs: 'passengers',
  child_seats: 'passengers',
  luggage_units: 'hire.luggage_units',
} as const

const TOO_SMALL: Readonly<Record<SpaceKind, (code: string, places: number, needed: number) => Sentence>> = {
  wheelchairs: (code, places, needed) =>
    sentence`${code} has ${places} wheelchair spaces and ${needed} are needed: choose another type.`,
  child_seats: (code, places, needed) =>
    sentence`${code} has ${places} child seats and ${needed} are needed: choose another type.`,
  luggage_units: (code, places, needed) =>
    sentence`${code} has ${places} places for luggage and ${needed} are needed: choose another type.`,
}

function roomIssues({ code, seats, ...places }: TypeRow, aboard: Aboard): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (aboard.seats > seats)
    issues.push({
      path: 'hire.passengers',
      message: sentence`${code} has ${seats} seats and ${aboard.seats} travel: choose a larger type, or several hires.`,
    })
  const space = spaceOf(places)
  for (const kind of SPACE_KINDS)
    if (aboard[kind] > space[kind])
      issues.push({ path: FIELDS[kind], message: TOO_SMALL[kind](code, space[kind], aboard[kind]) })
  return issues
}
