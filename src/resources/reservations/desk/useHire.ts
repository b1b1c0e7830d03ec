import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits/console'
import { ownTimeZone } from '../../../providers/format/dates'
import { useDebounced } from '../../../ui/useDebounced'
import { useFormat } from '../../../ui/useFormat'
import { useCompanyPhones } from '../../../ui/usePhones'
import { useStationZone } from '../../../kit/RecordLink'
import { call } from '../../../providers/http/call'
import { makeReservation, sendOnce } from './deskApi'
import { contactOf, firstCaller, missingOf, type Override } from './deskTypes'
import { NO_HIRE, hireOf, type HireDraft } from './hireDraft'
import { useSaleDraft } from './sales'
import type { Start } from './start'

/** Holds the state of a private hire sale: request, quote and creation. */
export function useHire(start: Start) {
  const resumed = start.resumed?.sale.kind === 'private_hire' ? start.resumed.sale : null
  const { language } = useFormat()
  const phones = useCompanyPhones()
  const [caller, setCaller] = useState(() => resumed?.caller ?? firstCaller(start.customer, language))
  const [draft, setDraft] = useState<HireDraft>(resumed?.draft ?? NO_HIRE)
  const [override, setOverride] = useState<Override | null>(resumed?.override ?? null)
  const [missing, setMissing] = useState<'name' | 'phone' | 'email' | 'hire' | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState<Reservation | null>(null)
  const keys = useRef(new Map<string, string>())
  const sale = useMemo(() => ({ kind: 'private_hire' as const, caller, draft, override }), [caller, draft, override])
  useSaleDraft(start.saleId, done ? null : sale, start.onSaved)
  const zone = useStationZone(draft.pickup.stationId) ?? ownTimeZone()
  const hire = useMemo(() => hireOf(draft, zone), [draft, zone])
  const settled = useDebounced(hire, 2 * FILTER_DEBOUNCE_MS)
  const readQuote = (price: Override | null) =>
    call('POST /quotes', {
      body: {
        kind: 'private_hire',
        hire: settled,
        customer_id: caller.customerId,
        channel: 'phone',
        price_override: price,
      },
    })
  const quote = useQuery({
    queryKey: ['quotes', 'hire', settled, caller.customerId, override],
    queryFn: () => readQuote(override),
    enabled: settled !== null,
    staleTime: 0,
    gcTime: 0,
  })
  /** Sets or removes a manual price. @throws the error of the server */
  const tryOverride = async (price: Override | null) => {
    if (price && settled) await readQuote(price)
    setOverride(price)
  }
  const send = async () => {
    const lack = missingOf(caller, phones.parse) ?? (hire ? null : 'hire')
    setMissing(lack)
    if (lack || sending || !hire) return
    setSending(true)
    setRefusal(null)
    try {
      const hash = quote.data?.price_hash
      const request = {
        kind: 'private_hire' as const,
        status: 'pending' as const,
        channel: 'phone' as const,
        ...contactOf(caller, phones.parse),
        lead_name: caller.name.trim(),
        hire,
        price_override: override,
        passengers: [{ category: 'adult' as const, name: caller.name.trim(), needs: [] }],
        ...(hash ? { quoted_price_hash: hash } : {}),
      }
      setDone(await sendOnce(request, keys.current, makeReservation))
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
    /** Time zone of the pick-up place, in which the times are typed. */
    zone,
    /** Manual price; null = calculated price. */
    override,
    tryOverride,
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
