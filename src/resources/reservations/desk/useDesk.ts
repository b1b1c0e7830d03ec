import { newKey } from '../../../providers/http/newKey'
import { useEffect, useMemo, useState } from 'react'
import type { Departure } from '../../../../contract/operations/desk'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits'
import { useDebounced } from '../../../ui/useDebounced'
import { useFormat } from '../../../ui/useFormat'
import { makeReservation, reviseHold, stepReservation } from './deskApi'
import {
  NO_CALLER,
  NO_EXTRAS,
  NOBODY,
  ONE_ADULT,
  isEmail,
  phoneOf,
  placesOf,
  revisionOf,
  type Caller,
  type Counts,
  type Extras,
  type Override,
  type Travellers,
  type Wanted,
  type Way,
} from './deskTypes'
import { useHold } from './useHold'

export type Direction = 'out' | 'back'
export type Payment = Reservation['payment_method']
type Missing = 'name' | 'phone' | 'email' | 'departure' | 'customer' | null

/** Everything that is being sold on the page, and the steps of its sale. */
export function useDesk(startWay: Way) {
  const { t, language } = useFormat()
  const [caller, setCaller] = useState<Caller>({ ...NO_CALLER, locale: language as Caller['locale'] })
  const [counts, setCounts] = useState<Counts>(ONE_ADULT)
  const [travellers, setTravellers] = useState<Travellers>({})
  const [extras, setExtras] = useState<Extras>(NO_EXTRAS)
  const [payment, setPayment] = useState<Payment>(null)
  const [overrides, setOverrides] = useState<Readonly<Record<Direction, Override | null>>>({ out: null, back: null })
  const [way, setWay] = useState<Way>(startWay)
  const [backWay, setBackWay] = useState<Way | null>(null)
  /** A departure that is sold on request only: nothing is held until somebody has answered. */
  const [request, setRequest] = useState<Departure | null>(null)
  const [missing, setMissing] = useState<Missing>(null)
  const [repriced, setRepriced] = useState<{ before: number; now: number; currency: string } | null>(null)
  const [confirming, setConfirming] = useState(false)
  const [done, setDone] = useState<Reservation[] | null>(null)
  const out = useHold()
  const back = useHold()

  const wanted = useMemo((): Record<Direction, Wanted> => {
    const lead = caller.name.trim()
    const common = {
      passengers: placesOf(counts).map(({ key, category }, index) => {
        const { name, needs } = travellers[key] ?? NOBODY
        return { category, name: name.trim() || (index === 0 && lead) || null, needs }
      }),
      addons: Object.entries(extras.addons)
        .filter(([, quantity]) => quantity > 0)
        .map(([addon_id, quantity]) => ({ addon_id, quantity })),
      promo_code: extras.promo,
      customer_id: caller.customerId,
      lead_name: lead || undefined,
      lead_phone: phoneOf(caller.phone),
      lead_email: isEmail(caller.email) ? caller.email.trim() : null,
      locale: caller.locale,
      payment_method: payment,
    }
    return {
      out: { ...common, price_override: overrides.out },
      back: { ...common, price_override: overrides.back },
    }
  }, [caller, counts, travellers, extras, payment, overrides])

  const settled = useDebounced(wanted, 2 * FILTER_DEBOUNCE_MS)
  const [reviseOut, reviseBack] = [out.revise, back.revise]
  useEffect(() => {
    void reviseOut((hold) => revisionOf(hold, settled.out))
    void reviseBack((hold) => revisionOf(hold, settled.back))
  }, [settled, reviseOut, reviseBack])

  const wish = (direction: Direction): ReservationCreate => {
    const { lead_name = t('app.desk.unnamed'), ...rest } = wanted[direction]
    const returnOf = direction === 'back' ? out.hold?.id : undefined
    return { ...rest, lead_name, channel: 'phone', ...(returnOf ? { return_of_id: returnOf } : {}) }
  }

  const choose = async (departure: Departure) => {
    setMissing(null)
    setRepriced(null)
    if (departure.sales_status !== 'on_request') {
      setRequest(null)
      await out.pick(departure, wish('out'))
    } else {
      if (out.hold) await out.release(t('app.desk.changedMind'))
      setRequest(departure)
    }
  }

  /** What has to be put right first; null = nothing. */
  const lacking = (): Missing => {
    if (!caller.name.trim()) return 'name'
    if (caller.phone.trim() && phoneOf(caller.phone) === null) return 'phone'
    if (caller.email.trim() && !isEmail(caller.email)) return 'email'
    if (!out.hold && !request) return 'departure'
    return payment === 'on_account' && caller.customerId === null ? 'customer' : null
  }

  /** Brings the holds up to date with the page; null where one of them refuses, or costs something else than was shown. */
  const settleHolds = async () => {
    const shown = (out.hold?.total_minor ?? 0) + (back.hold?.total_minor ?? 0)
    const first = await out.revise((hold) => revisionOf(hold, wanted.out))
    const second = back.hold ? await back.revise((hold) => revisionOf(hold, wanted.back)) : null
    if (!first || (back.hold && !second)) return null
    const now = first.total_minor + (second?.total_minor ?? 0)
    if (now === shown) return { first, second }
    setRepriced({ before: shown, now, currency: first.currency })
    return null
  }

  const sell = async (): Promise<Reservation[] | null> => {
    if (request) {
      const { journey_id, board_seq, alight_seq } = request
      const legs = [{ journey_id, board_seq, alight_seq }]
      return [await makeReservation({ ...wish('out'), legs, status: 'pending' }, newKey())]
    }
    const holds = await settleHolds()
    if (!holds) return null
    const { first, second } = holds
    if (!second) return [await stepReservation(first, 'confirm', { price_hash: first.price_hash ?? undefined })]
    const both = await stepReservation(first, 'confirm-round-trip', {
      price_hash: first.price_hash ?? '',
      back: { id: second.id, version: second.version, price_hash: second.price_hash ?? '' },
    })
    return [both.out, both.back]
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
        out.drop()
        back.drop()
        setDone(sold)
      }
    } catch (error) {
      out.setRefusal(error)
    } finally {
      setConfirming(false)
    }
  }

  /** Sets a price by hand, or takes it back. @throws what the server has against it */
  const tryOverride = async (direction: Direction, override: Override | null) => {
    const held = direction === 'out' ? out : back
    if (!held.hold) return
    held.put(await reviseHold(held.hold, { price_override: override }))
    setOverrides((before) => ({ ...before, [direction]: override }))
  }

  /** The way back, by the stations of the way there. */
  const addReturn = () => setBackWay({ origin: way.destination, destination: way.origin, date: way.date })
  const dropReturn = () => {
    void back.release(t('app.desk.changedMind'))
    setBackWay(null)
  }
  /** Leaves the holds to their time: somebody else will confirm them, or they run out. */
  const keep = (): string | undefined => {
    const id = out.hold?.id
    out.drop()
    back.drop()
    return id
  }

  return {
    caller,
    setCaller,
    counts,
    setCounts,
    travellers,
    setTravellers,
    passengers: wanted.out.passengers,
    extras,
    setExtras,
    payment,
    setPayment,
    tryOverride,
    way,
    setWay,
    backWay,
    setBackWay,
    request,
    setRequest,
    out,
    back,
    wish,
    choose,
    missing,
    repriced,
    confirming,
    done,
    confirm,
    addReturn,
    dropReturn,
    keep,
  }
}

export type Desk = ReturnType<typeof useDesk>
