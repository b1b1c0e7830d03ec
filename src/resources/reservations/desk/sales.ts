import { useEffect, useEffectEvent, useRef } from 'react'
import { HOLD_DEFAULT_MIN } from '../../../../contract/core/limits/holds'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { staffSession } from '../../../providers/auth/session'
import { useUser } from '../../../providers/auth/useSession'
import { drafts } from '../../../providers/drafts'
import { useDraftForm } from '../../../providers/draftForms'
import { toZonedInput } from '../../../providers/format/dates'
import { call, callPage } from '../../../providers/http/call'
import { statusOf } from '../../../providers/http/problem'
import {
  NOBODY,
  extrasOf,
  partyOf,
  travelling,
  type Caller,
  type Counts,
  type Extras,
  type Override,
  type Payment,
  type Travellers,
  type DepartureSearch,
} from './deskTypes'
import { NOTHING_PAID, type Paying } from './paying'
import { NO_TRIPS, type HeldLeg, type HeldTrip, type HeldTrips } from './trip'
import type { HireDraft } from './hireDraft'

/* The server stores the hold of an unfinished sale; this tab stores what the user typed. */

/** What is typed into a seat sale. The field names are stored, so they stay. */
export interface SeatSale {
  kind: 'seat'
  caller: Caller
  counts: Counts
  travellers: Travellers
  extras: Extras
  payment: Payment
  paying: Paying
  override: Override | null
  notes: string
  /** Search of the outbound leg. */
  way: DepartureSearch
  /** Search of the return leg; null without one. */
  backWay: DepartureSearch | null
  /** The user released the seats, so no reminder is shown. */
  isReleased: boolean
}

interface HireSale {
  kind: 'private_hire'
  caller: Caller
  draft: HireDraft
  override: Override | null
}

type Sale = SeatSale | HireSale

/** Prefix of the ids of sales without a hold, which exist only in this tab; no record has it. */
const UNHELD = 'new-'
export const newSaleId = (): string => UNHELD + crypto.randomUUID()
const isHeld = (saleId: string): boolean => !saleId.startsWith(UNHELD)

const PREFIX = 'sale:'
const formOf = (saleId: string): string => PREFIX + saleId

export const salePath = (saleId: string, kind: Sale['kind']): string =>
  `/reservations/create?sale=${saleId}${kind === 'seat' ? '' : `&kind=${kind}`}`

const typedOf = (saleId: string): Sale | null => (drafts.read(formOf(saleId))?.values as Sale | undefined) ?? null

const forgetSale = (saleId: string): void => drafts.forget(formOf(saleId))

/** Moves the typed data to a new or replaced hold. */
export function moveSale(from: string, to: string): void {
  const draft = drafts.read(formOf(from))
  const userId = staffSession.user()?.id
  if (from === to || !draft || userId === undefined) return
  drafts.write(userId, formOf(to), draft)
  drafts.forget(formOf(from))
}

/**
 * Stores what is typed into a sale, from the first change on.
 * @param sale null once it is sold
 * @param onSaved called with the id under which it is stored
 */
export function useSaleDraft(saleId: string, sale: Sale | null, onSaved: (saleId: string) => void): void {
  const user = useUser()
  useDraftForm()
  const start = useRef({ saleId, sale })
  const notify = useEffectEvent(onSaved)
  useEffect(() => {
    if (!sale) forgetSale(saleId)
    else if (user && (saleId !== start.current.saleId || sale !== start.current.sale)) {
      drafts.write(user.id, formOf(saleId), { values: { ...sale }, version: null, at: new Date().toISOString() })
      notify(saleId)
    }
  }, [saleId, sale, user])
}

export interface UnfinishedSale {
  id: string
  kind: Sale['kind']
  /** Name of the caller; empty while unknown. */
  name: string
  /** Expiry of the hold as an instant; null without a hold. */
  expiresAt: string | null
}

/** Query key prefix of the user's holds. */
export const HELD_SALES = ['sales']
const MOST = 20

/** Reads the holds that the user created at the desk, on any device. */
export async function readHeldSales(userId: string): Promise<readonly Reservation[]> {
  const filter = { status: 'on_hold', channel: 'phone', booked_by_user_id: userId }
  return (await callPage('GET /reservations', { filter, page: 1, perPage: MOST })).rows
}

const MINUTE_MS = 60_000
/** Minimum length of a phone number used as a name; shorter texts are only search endings. */
const NUMBER_FROM_CHARS = 7

/** Returns sales without a hold that were typed in this tab within the default hold time. */
export function unheldSales(now: number): UnfinishedSale[] {
  return [...drafts.readAll(formOf(UNHELD))].flatMap(([form, { values, at }]) => {
    const sale = values as unknown as Sale
    const name = sale.caller.name.trim() || (sale.caller.phone.length >= NUMBER_FROM_CHARS ? sale.caller.phone : '')
    const isOver = now - Date.parse(at) > HOLD_DEFAULT_MIN * MINUTE_MS || (sale.kind === 'seat' && sale.isReleased)
    return name === '' || isOver ? [] : [{ id: form.slice(PREFIX.length), kind: sale.kind, name, expiresAt: null }]
  })
}

/** A resumed sale: its typed data, and its current or expired hold. */
export interface Resumed {
  sale: Sale
  hold: Reservation | null
  trips: HeldTrips
}

const UNFINISHED: readonly Reservation['status'][] = ['on_hold', 'expired']

/**
 * Reads a sale of a user.
 * @param unnamed name of a hold while the caller has given none
 * @returns the finished reservation if the sale is complete, null if the user has no such sale
 */
export async function readSale(saleId: string, userId: string, unnamed: string): Promise<Resumed | Reservation | null> {
  const typed = typedOf(saleId)
  if (!isHeld(saleId)) return typed && { sale: typed, hold: null, trips: NO_TRIPS }
  const hold = await call('GET /reservations/:id', { params: { id: saleId } }).catch((error: unknown) => {
    if (statusOf(error) === 404) return null
    throw error
  })
  if (!hold || hold.booked_by_user_id !== userId) return null
  if (!UNFINISHED.includes(hold.status)) return hold
  const trips = await heldTripsOf(hold)
  return { sale: typed ?? saleOf(hold, trips, unnamed), hold, trips }
}

/** Restores the typed data of a sale from its hold. */
function saleOf(hold: Reservation, { out, back }: HeldTrips, unnamed: string): SeatSale {
  // Expiry cancels all passengers, so an expired hold restores all of them.
  const { counts, travellers } = partyOf(hold.status === 'expired' ? hold.passengers : travelling(hold))
  const named = Object.entries(travellers)
  return {
    kind: 'seat',
    caller: {
      customerId: hold.customer_id,
      name: hold.lead_name === unnamed ? '' : hold.lead_name,
      phone: hold.lead_phone ?? '',
      email: hold.lead_email ?? '',
      locale: hold.locale,
    },
    counts,
    // The first passenger follows the caller's name unless it differs.
    travellers: Object.fromEntries(
      named.map(([key, traveller], at) => [
        key,
        at === 0 && traveller.name === hold.lead_name ? { ...NOBODY, needs: traveller.needs } : traveller,
      ]),
    ),
    extras: extrasOf(hold),
    payment: hold.payment_method,
    paying: NOTHING_PAID,
    override: hold.price_override,
    notes: hold.customer_notes ?? '',
    way: {
      origin: hold.origin_station_id,
      destination: hold.destination_station_id,
      date: out ? dayOf(out) : (hold.travel_at ?? '').slice(0, 10),
    },
    backWay: back && {
      origin: back.legs[0].board_station_id,
      destination: (back.legs.at(-1) ?? back.legs[0]).alight_station_id,
      date: dayOf(back),
    },
    isReleased: false,
  }
}

/** Day of departure in local time. */
const dayOf = ({ legs: [{ departs_at, board_timezone }] }: HeldTrip): string =>
  toZonedInput(departs_at, board_timezone).slice(0, 10)

async function heldTripsOf({ legs }: Reservation): Promise<HeldTrips> {
  const read = await Promise.all(legs.map(readLeg))
  const tripOf = (direction: ReservationLeg['direction']): HeldTrip | null => {
    const [first, ...others] = read.filter((_, at) => legs[at]?.direction === direction)
    return first ? { legs: [first, ...others] } : null
  }
  return { out: tripOf('outbound'), back: tripOf('return') }
}

async function readLeg({ journey_id, board_seq, alight_seq }: ReservationLeg): Promise<HeldLeg> {
  const { route_id, calls = [] } = await call('GET /journeys/:id', { params: { id: journey_id } })
  const end = async (seq: number) => {
    const at = calls.find((each) => each.seq === seq)
    if (!at) throw new Error(`Journey ${journey_id} has no call ${seq}.`)
    return { at, station: await call('GET /stations/:id', { params: { id: at.station_id } }) }
  }
  const [board, alight] = await Promise.all([end(board_seq), end(alight_seq)])
  return {
    journey_id,
    route_id,
    board_seq,
    alight_seq,
    board_station_id: board.station.id,
    board_name: board.station.name,
    board_timezone: board.station.timezone,
    alight_station_id: alight.station.id,
    alight_name: alight.station.name,
    alight_timezone: alight.station.timezone,
    departs_at: board.at.expected_depart ?? board.at.planned_depart,
    arrives_at: alight.at.expected_arrive ?? alight.at.planned_arrive,
  }
}
