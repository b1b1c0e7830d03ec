import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits'
import { fromZonedInput, ownTimeZone } from '../../../providers/format/dates'
import { newKey } from '../../../providers/http/newKey'
import { useDebounced } from '../../../ui/useDebounced'
import { useFormat } from '../../../ui/useFormat'
import { useStationZone } from '../../../kit/RecordLink'
import { call } from '../../../providers/http/call'
import { makeReservation } from './deskApi'
import { NO_CALLER, isEmail, phoneOf, type Caller } from './deskTypes'
import { NO_PLACE, isPlace, placeOf, type HirePlaceDraft } from './HirePlaceBox'

export interface HireDraft {
  pickup: HirePlaceDraft
  /** Stops on the way, in their order. */
  via: HirePlaceDraft[]
  dropoff: HirePlaceDraft
  /** Wall-clock time where the hire starts, `2030-05-20T08:30`. */
  starts: string
  ends: string
  passengers: number
  luggage: number
  distanceKm: string
  vehicleTypeId: string | null
}

const START: HireDraft = {
  pickup: NO_PLACE,
  via: [],
  dropoff: NO_PLACE,
  starts: '',
  ends: '',
  passengers: 1,
  luggage: 0,
  distanceKm: '',
  vehicleTypeId: null,
}

const located = (place: HirePlaceDraft) => ({ ...placeOf(place), latitude: null, longitude: null })

/** What a hire needs before it has a price; null until it is all there. */
function hireOf(draft: HireDraft, zone: string) {
  const [starts_at, ends_at] = [fromZonedInput(draft.starts, zone), fromZonedInput(draft.ends, zone)]
  const distance = Number(draft.distanceKm.replace(',', '.'))
  if (!isPlace(draft.pickup) || !isPlace(draft.dropoff) || !starts_at || !ends_at || draft.vehicleTypeId === null)
    return null
  return {
    pickup: located(draft.pickup),
    dropoff: located(draft.dropoff),
    // A stop that was added and left empty is none.
    via: draft.via.filter(isPlace).map(located),
    starts_at,
    ends_at,
    distance_km: draft.distanceKm.trim() === '' || Number.isNaN(distance) ? null : distance,
    vehicle_type_id: draft.vehicleTypeId,
    passengers: draft.passengers,
    luggage_units: draft.luggage,
  }
}

/** A vehicle hired whole: what is asked for, what it would cost, and the request for it. */
export function useHire() {
  const { language } = useFormat()
  const [caller, setCaller] = useState<Caller>({ ...NO_CALLER, locale: language as Caller['locale'] })
  const [draft, setDraft] = useState<HireDraft>(START)
  const [missing, setMissing] = useState<'name' | 'phone' | 'email' | 'hire' | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState<Reservation | null>(null)
  const zone = useStationZone(draft.pickup.stationId) ?? ownTimeZone()
  const hire = useMemo(() => hireOf(draft, zone), [draft, zone])
  const settled = useDebounced(hire, 2 * FILTER_DEBOUNCE_MS)
  const quote = useQuery({
    queryKey: ['quotes', 'hire', settled, caller.customerId],
    queryFn: () =>
      call('POST /quotes', {
        body: { kind: 'private_hire', hire: settled, customer_id: caller.customerId, channel: 'phone' },
      }),
    enabled: settled !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const lacking = () => {
    if (!caller.name.trim()) return 'name'
    if (caller.phone.trim() && phoneOf(caller.phone) === null) return 'phone'
    if (caller.email.trim() && !isEmail(caller.email)) return 'email'
    return hire ? null : 'hire'
  }
  const send = async () => {
    const lack = lacking()
    setMissing(lack)
    if (lack || sending || !hire) return
    setSending(true)
    setRefusal(null)
    try {
      const hash = quote.data?.price_hash
      const wish = {
        kind: 'private_hire' as const,
        status: 'pending' as const,
        channel: 'phone' as const,
        customer_id: caller.customerId,
        lead_name: caller.name.trim(),
        lead_phone: phoneOf(caller.phone),
        lead_email: isEmail(caller.email) ? caller.email.trim() : null,
        locale: caller.locale,
        hire,
        passengers: [{ category: 'adult' as const, name: caller.name.trim(), needs: [] }],
        ...(hash ? { quoted_price_hash: hash } : {}),
      }
      setDone(await makeReservation(wish, newKey()))
    } catch (error) {
      setRefusal(error)
      void quote.refetch()
    } finally {
      setSending(false)
    }
  }
  return {
    caller,
    setCaller,
    draft,
    setDraft,
    /** The zone that the hire's times are typed in: of the place where it starts. */
    zone,
    missing,
    refusal,
    sending,
    done,
    send,
    quote,
    isAsked: settled !== null,
  }
}

export type HireDesk = ReturnType<typeof useHire>
