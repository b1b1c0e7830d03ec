import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits/console'
import { useDebounced } from '../../../ui/useDebounced'
import { staffSession } from '../../../providers/auth/session'
import { problemOf } from '../../../providers/http/problem'
import { useFormat } from '../../../ui/useFormat'
import { useCompanyPhones } from '../../../ui/usePhones'
import { makeReservation, reviseHold, sendOnce, stepReservation } from './deskApi'
import { deskReducer, initialDesk, isOnRequest, missingIn, type SaleResult } from './deskReducer'
import {
  NOBODY,
  addonsOf,
  contactOf,
  revisionOf,
  rideOf,
  slotsOf,
  type DepartureSearch,
  type Override,
  type Sold,
  type RequestedHold,
} from './deskTypes'
import { HELD_SALES, moveSale, useSaleDraft, type SeatSale } from './sales'
import { settleSale } from './salePayment'
import type { Start } from './start'
import { legsOf, type HeldTrip, type Trip } from './trip'
import { useHold } from './useHold'

/** Holds the state of a seat sale on the page, with the actions of its steps. @param search the first departure search */
export function useDesk(start: Start, search: DepartureSearch) {
  const { t, language, locale } = useFormat()
  const phones = useCompanyPhones()
  const { saleId, resumed } = start
  const [state, dispatch] = useReducer(deskReducer, null, () => initialDesk(start, search, language))
  const { sale, request, chosen, confirming, done } = state
  const { caller, counts, travellers, extras, payment, paying, override, notes } = sale
  const queries = useQueryClient()
  const changeHold = useCallback(
    (before: Reservation | null, hold: Reservation | null) => {
      moveSale(before?.id ?? saleId, hold?.id ?? saleId)
      void queries.invalidateQueries({ queryKey: HELD_SALES })
    },
    [saleId, queries],
  )
  const keys = useRef(new Map<string, string>())
  const held = useHold(resumed, changeHold)
  const isReturn = held.trips.back !== null

  const requested = useMemo((): RequestedHold => {
    const lead = caller.name.trim()
    return {
      passengers: slotsOf(counts).map(({ key, category }, index) => {
        const { name, needs } = travellers[key] ?? NOBODY
        return { category, name: name.trim() || (index === 0 && lead) || null, needs }
      }),
      addons: addonsOf(extras, isReturn),
      promo_code: extras.promo,
      ...contactOf(caller, phones.parse),
      lead_name: lead || undefined,
      payment_method: payment,
      price_override: override,
      customer_notes: notes.trim() || null,
    }
  }, [caller, counts, travellers, extras, payment, override, notes, phones, isReturn])

  const settled = useDebounced(requested, 2 * FILTER_DEBOUNCE_MS)
  const { revise } = held
  useEffect(() => {
    void revise((hold) => revisionOf(hold, settled))
  }, [settled, revise])

  /** Sends the latest changes to the hold before the page is left, because the sale may be resumed elsewhere. */
  const flush = useEffectEvent(() => {
    if (staffSession.tokens()) void revise((hold) => revisionOf(hold, requested), { keepalive: true })
  })
  useEffect(() => {
    const leave = () => flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  useSaleDraft(held.hold?.id ?? saleId, done ? null : sale, start.onSaved)

  const edit = (values: Partial<SeatSale>) => dispatch({ type: 'edit', values })

  const creation = (): ReservationCreate => {
    const { lead_name = t('app.desk.unnamed'), ...rest } = requested
    return { ...rest, lead_name, channel: 'phone' }
  }

  const choose = async (trip: Trip) => {
    dispatch({ type: 'choose', trip })
    if (!isOnRequest(trip)) await held.pick(trip, creation())
    else {
      if (held.hold) await held.release()
      dispatch({ type: 'request', trip })
    }
  }

  const soldOf = (reservation: Reservation, trips: readonly (HeldTrip | null)[]): Sold => ({
    reservation,
    rides: trips.flatMap((trip) => trip?.legs ?? []).map((leg) => rideOf(leg, language)),
  })

  /** Requests the trip, or confirms the hold unless its price differs from the displayed one. */
  const sell = async (): Promise<SaleResult> => {
    if (request) {
      const asked: ReservationCreate = { ...creation(), legs: legsOf(request), status: 'pending' }
      return { done: soldOf(await sendOnce(asked, keys.current, makeReservation), [request]) }
    }
    const before = held.hold?.total_minor ?? 0
    const hold = await held.revise((current) => revisionOf(current, requested))
    if (!hold) return {}
    const { total_minor: now, currency } = hold
    if (now !== before) return { repriced: { before, now, currency } }
    const { id, version, price_hash } = hold
    const sold = await sendOnce({ id, version, price_hash }, keys.current, (_, once) =>
      stepReservation(hold, 'confirm', { price_hash: price_hash ?? undefined }, { once }),
    )
    return { done: soldOf(sold, [held.trips.out, held.trips.back]) }
  }

  const confirm = async () => {
    if (confirming || done) return
    const missing = missingIn(state, held.hold, phones.parse, locale)
    dispatch({ type: 'confirm', missing })
    if (missing) return
    let result: SaleResult = {}
    try {
      result = await sell()
      if (result.done) {
        result = { done: await settleSale(result.done, payment, paying, locale) }
        held.drop()
      }
    } catch (error) {
      held.setRefusal(error)
    }
    dispatch({ type: 'settle', result })
  }

  /** The chosen trip, when it was refused for lack of a fare. */
  const unpriced = held.hold === null && problemOf(held.refusal).code === 'no_fare' ? chosen : null

  /** Sets or removes a manual price, and holds a trip without a fare at that price. @throws the error of the server */
  const setPrice = async (price: Override | null) => {
    if (held.hold) held.put(await reviseHold(held.hold, { price_override: price }))
    else held.setRefusal(null)
    edit({ override: price })
    if (!price || !unpriced || request) return
    if (!(await held.pick(unpriced, { ...creation(), price_override: price }))) edit({ override: null })
  }

  /** Holds the trip again after its hold has ended. */
  const holdAgain = async () => {
    const { out } = held.trips
    held.drop(true)
    if (out) await held.pick(out, creation())
  }

  /** Adds a return leg with the stations of the outbound leg reversed. */
  const addReturn = () => edit({ backWay: { ...sale.way, origin: sale.way.destination, destination: sale.way.origin } })
  const dropReturn = () => {
    void held.pickBack(null)
    edit({ backWay: null })
  }
  const release = () => {
    edit({ isReleased: true })
    return held.release()
  }

  return {
    state,
    held,
    derived: {
      passengers: requested.passengers,
      isReturn,
      /** The hold had expired before the sale was resumed. */
      isLate: resumed?.hold?.status === 'expired' && held.hold?.id === resumed.hold.id,
      /** There is an outbound leg without a return leg. */
      mayAddReturn: held.hold !== null && held.trips.out !== null && sale.backWay === null,
      unpriced,
    },
    actions: {
      edit,
      choose,
      confirm,
      /** Selects cash and focuses the amount received. */
      payCash: () => dispatch({ type: 'payCash' }),
      setPrice,
      holdAgain,
      release,
      addReturn,
      dropReturn,
    },
  }
}

export type Desk = ReturnType<typeof useDesk>
