import { newKey } from '../../../providers/http/call'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits'
import { useDebounced } from '../../../ui/useDebounced'
import { staffSession } from '../../../providers/auth/session'
import { problemOf } from '../../../providers/http/problem'
import { useFormat } from '../../../ui/useFormat'
import { useCompanyPhones } from '../../../ui/usePhones'
import { makeReservation, reviseHold, stepReservation } from './deskApi'
import {
  NO_EXTRAS,
  NOBODY,
  ONE_ADULT,
  addonsOf,
  isEmail,
  partyOf,
  phoneOf,
  slotsOf,
  revisionOf,
  rideOf,
  travelling,
  type Counts,
  type Extras,
  type Override,
  type Payment,
  type Sold,
  type Travellers,
  type Wanted,
  type DepartureSearch,
} from './deskTypes'
import { HELD_SALES, moveSale, useSaleDraft, type SeatSale } from './sales'
import { NOTHING_PAID, givenOf, payFor, paymentOf } from './paying'
import { firstCaller, type Start } from './start'
import { legsOf, type HeldTrip, type Trip } from './trip'
import { useHold } from './useHold'

type Missing = 'name' | 'phone' | 'email' | 'departure' | 'hold' | 'customer' | 'given' | null

/** Holds the state of a seat sale on the page, with the actions of its steps. */
export function useDesk(start: Start, startWay: DepartureSearch) {
  const { t, language, locale } = useFormat()
  const phones = useCompanyPhones()
  const { resumed } = start
  const typed = resumed?.sale.kind === 'seat' ? resumed.sale : null
  const [caller, setCaller] = useState(() => typed?.caller ?? firstCaller(start, language))
  const [party] = useState(start.trip && partyOf(travelling(start.trip)))
  const [counts, setCounts] = useState<Counts>(typed?.counts ?? party?.counts ?? ONE_ADULT)
  const [travellers, setTravellers] = useState<Travellers>(typed?.travellers ?? party?.travellers ?? {})
  const [extras, setExtras] = useState<Extras>(typed?.extras ?? NO_EXTRAS)
  const [payment, setPayment] = useState<Payment>(typed?.payment ?? null)
  const [paying, setPaying] = useState(typed?.paying ?? NOTHING_PAID)
  const [payFocus, setPayFocus] = useState(0)
  const [override, setOverride] = useState<Override | null>(typed?.override ?? null)
  const [notes, setNotes] = useState(typed?.notes ?? '')
  const [way, setWay] = useState<DepartureSearch>(typed?.way ?? startWay)
  const [backWay, setBackWay] = useState<DepartureSearch | null>(typed?.backWay ?? null)
  /** An on-request departure: no hold is created until staff answer. */
  const [request, setRequest] = useState<Trip | null>(null)
  /** The last chosen trip, held or not. */
  const [chosen, setChosen] = useState<Trip | null>(null)
  const [missing, setMissing] = useState<Missing>(null)
  const [repriced, setRepriced] = useState<{ before: number; now: number; currency: string } | null>(null)
  const [confirming, setConfirming] = useState(false)
  const [done, setDone] = useState<Sold[] | null>(null)
  const [isReleased, setIsReleased] = useState(typed?.isReleased ?? false)
  const queries = useQueryClient()
  const { saleId } = start
  const changeHold = useCallback(
    (before: Reservation | null, hold: Reservation | null) => {
      moveSale(before?.id ?? saleId, hold?.id ?? saleId)
      void queries.invalidateQueries({ queryKey: HELD_SALES })
    },
    [saleId, queries],
  )
  const held = useHold(resumed, changeHold)
  const isReturn = held.trips.back !== null

  const wanted = useMemo((): Wanted => {
    const lead = caller.name.trim()
    return {
      passengers: slotsOf(counts).map(({ key, category }, index) => {
        const { name, needs } = travellers[key] ?? NOBODY
        return { category, name: name.trim() || (index === 0 && lead) || null, needs }
      }),
      addons: addonsOf(extras, isReturn),
      promo_code: extras.promo,
      customer_id: caller.customerId,
      lead_name: lead || undefined,
      lead_phone: phoneOf(caller, phones.parse),
      lead_email: isEmail(caller.email) ? caller.email.trim() : null,
      locale: caller.locale,
      payment_method: payment,
      price_override: override,
      customer_notes: notes.trim() || null,
    }
  }, [caller, counts, travellers, extras, payment, override, notes, phones, isReturn])

  const settled = useDebounced(wanted, 2 * FILTER_DEBOUNCE_MS)
  const { revise } = held
  useEffect(() => {
    void revise((hold) => revisionOf(hold, settled))
  }, [settled, revise])

  /** Sends the latest changes to the hold before the page is left, because the sale may be resumed elsewhere. */
  const flush = useEffectEvent(() => {
    if (staffSession.tokens()) void revise((hold) => revisionOf(hold, wanted), { keepalive: true })
  })
  useEffect(() => {
    const leave = () => flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  const sale = useMemo(
    (): SeatSale => ({
      kind: 'seat',
      caller,
      counts,
      travellers,
      extras,
      payment,
      paying,
      override,
      notes,
      way,
      backWay,
      isReleased,
    }),
    [caller, counts, travellers, extras, payment, paying, override, notes, way, backWay, isReleased],
  )
  useSaleDraft(held.hold?.id ?? saleId, done ? null : sale, start.onSaved)

  const wish = (): ReservationCreate => {
    const { lead_name = t('app.desk.unnamed'), ...rest } = wanted
    return { ...rest, lead_name, channel: 'phone' }
  }

  const choose = async (trip: Trip) => {
    setChosen(trip)
    setMissing(null)
    setRepriced(null)
    setIsReleased(false)
    if (trip.legs[0].sales_status !== 'on_request') {
      setRequest(null)
      await held.pick(trip, wish())
    } else {
      if (held.hold) await held.release()
      setRequest(trip)
    }
  }

  /** Returns the first problem to fix; null = none. */
  const lacking = (): Missing => {
    if (!caller.name.trim()) return 'name'
    if (caller.phone.trim() && phoneOf(caller, phones.parse) === null) return 'phone'
    if (caller.email.trim() && !isEmail(caller.email)) return 'email'
    if (!held.hold && !request) return 'departure'
    if (held.hold && held.hold.status !== 'on_hold') return 'hold'
    if (held.hold && payment === 'cash' && givenOf(paying, held.hold, locale) === null) return 'given'
    return payment === 'on_account' && caller.customerId === null ? 'customer' : null
  }

  /** Updates the hold to match the page; null when refused, or when the price differs from the displayed one. */
  const settleHold = async () => {
    const shown = held.hold?.total_minor ?? 0
    const hold = await held.revise((before) => revisionOf(before, wanted))
    if (!hold) return null
    if (hold.total_minor === shown) return hold
    setRepriced({ before: shown, now: hold.total_minor, currency: hold.currency })
    return null
  }

  const withRides = (reservation: Reservation, trips: readonly (HeldTrip | null)[]): Sold => ({
    reservation,
    rides: trips.flatMap((trip) => trip?.legs ?? []).map((leg) => rideOf(leg, language)),
  })

  const sell = async (): Promise<Sold | null> => {
    if (request) {
      const asked: ReservationCreate = { ...wish(), legs: legsOf(request), status: 'pending' }
      return withRides(await makeReservation(asked, newKey()), [request])
    }
    const hold = await settleHold()
    if (!hold) return null
    const sold = await stepReservation(hold, 'confirm', { price_hash: hold.price_hash ?? undefined })
    return withRides(sold, [held.trips.out, held.trips.back])
  }

  /** Takes an immediate payment. The sale remains valid when the payment fails. */
  const withPayment = async (sold: Sold): Promise<Sold> => {
    const { reservation } = sold
    const wish = reservation.status === 'confirmed' ? paymentOf(payment, paying, reservation, locale) : null
    return wish ? payFor(sold, wish) : sold
  }

  /** Selects cash and focuses the amount received. */
  const payCash = () => {
    setPayment('cash')
    setPayFocus((count) => count + 1)
  }

  const confirm = async () => {
    if (confirming || done) return
    const lack = lacking()
    setMissing(lack)
    if (lack) return
    setConfirming(true)
    setRepriced(null)
    try {
      const sold = await sell()
      if (sold) {
        const paid = await withPayment(sold)
        held.drop()
        setDone([paid])
      }
    } catch (error) {
      held.setRefusal(error)
    } finally {
      setConfirming(false)
    }
  }

  /** Sets or removes a manual price. @throws the error of the server */
  const tryOverride = async (price: Override | null) => {
    if (!held.hold) return
    held.put(await reviseHold(held.hold, { price_override: price }))
    setOverride(price)
  }

  /** The chosen trip, when it was refused for lack of a fare. */
  const unpriced = held.hold === null && problemOf(held.refusal).code === 'no_fare' ? chosen : null

  /** Sets the price of a trip without a fare, and holds the trip at that price. */
  const priceFirst = async (price: Override | null) => {
    held.setRefusal(null)
    setOverride(price)
    if (!price || !unpriced || request) return
    if (!(await held.pick(unpriced, { ...wish(), price_override: price }))) setOverride(null)
  }

  /** Adds a return leg with the stations of the outbound leg reversed. */
  const addReturn = () => setBackWay({ origin: way.destination, destination: way.origin, date: way.date })
  const dropReturn = () => {
    void held.pickBack(null)
    setBackWay(null)
  }
  const release = () => {
    setIsReleased(true)
    return held.release()
  }

  return {
    caller,
    setCaller,
    counts,
    setCounts,
    travellers,
    setTravellers,
    passengers: wanted.passengers,
    extras,
    setExtras,
    payment,
    setPayment,
    paying,
    setPaying,
    payFocus,
    payCash,
    tryOverride,
    unpriced,
    priceFirst,
    way,
    setWay,
    backWay,
    setBackWay,
    request,
    setRequest,
    held,
    isReturn,
    wish,
    /** The hold had expired before the sale was resumed. */
    isLate: resumed?.hold?.status === 'expired' && held.hold?.id === resumed.hold.id,
    release,
    notes,
    setNotes,
    choose,
    missing,
    repriced,
    confirming,
    done,
    confirm,
    /** There is an outbound leg without a return leg. */
    mayAddReturn: held.hold !== null && held.trips.out !== null && backWay === null,
    addReturn,
    dropReturn,
  }
}

export type Desk = ReturnType<typeof useDesk>
