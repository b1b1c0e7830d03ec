import { choice, sentence, textOfMessage } from '../../../../contract/core/sentence'
import { PHONE_CODE } from '../../../../contract/core/issue-code'
import { parsePhone } from '../../../../contract/core/phone'
import { NO_PHONE } from '../../../../contract/core/scalars'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Step } from '../../../crud/store-options'
import { diff } from '../../../kernel/audit'
import type { ReservationStatus } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { invalidAt, wrongStateAt } from '../../../http/refusal'
import { renamePassengers } from '../repository/records'
import { refuseUnlessHeld } from './hold'

const CORRECTABLE: readonly ReservationStatus[] = ['on_hold', 'pending', 'confirmed']
const FIELDS = ['lead_name', 'lead_phone', 'lead_email', 'locale', 'flight', 'customer_notes'] as const

type Correction = { [F in (typeof FIELDS)[number]]?: Reservation[F] | undefined } & {
  /** Passengers with a new name. */
  passengers?: readonly { position: number; name: string | null }[] | undefined
}

/** Corrects names, contact data or the flight until the departure. The sale and its price do not change. */
export const correct =
  (request: Correction, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { reference, status, travel_at, passengers } = current
    if (!CORRECTABLE.includes(status))
      throw wrongStateAt(
        'status',
        sentence`${reference} is ${choice('reservationStatuses', status)} and cannot be changed.`,
      )
    if (status === 'on_hold') refuseUnlessHeld(current, context.now())
    if (travel_at !== null && Date.parse(travel_at) <= context.now().getTime())
      throw wrongStateAt(
        'travel_at',
        sentence`The departure of ${reference} has passed: ask the operator to change it.`,
      )
    const names = (request.passengers ?? []).filter(({ position, name }) => passengers[position - 1]?.name !== name)
    const unknown = (request.passengers ?? []).findIndex(({ position }) => position > passengers.length)
    if (unknown !== -1)
      throw invalidAt(
        `passengers.${unknown}.position`,
        sentence`The reservation has ${passengers.length} passengers. Give a position from 1 to ${passengers.length}.`,
      )
    const wanted = Object.fromEntries(
      FIELDS.flatMap((field) => (request[field] === undefined ? [] : [[field, request[field]]])),
    )
    const changes = diff(current, wanted, Object.keys(wanted))
    const isUnreadable = ({ field, new: value }: (typeof changes)[number]) =>
      field === 'lead_phone' && typeof value === 'string' && parsePhone(value, null) === null
    if (changes.some(isUnreadable)) throw invalidAt('lead_phone', textOfMessage(NO_PHONE), PHONE_CODE)
    if (changes.length === 0 && names.length === 0) return null
    await renamePassengers(tx, current.id, names)
    return { action: 'updated', values: Object.fromEntries(changes.map(({ field, new: value }) => [field, value])) }
  }
