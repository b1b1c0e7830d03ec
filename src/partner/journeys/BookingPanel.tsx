import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import type { PartnerDeparture } from '../../../contract/partner/journeys'
import { LANGUAGES } from '../../../contract/core/languages'
import { formatTime } from '../../providers/format/dates'
import { problemOf } from '../../providers/http/problem'
import { problemText } from '../../ui/problemText'
import { useDebounced } from '../../ui/useDebounced'
import { useFormat } from '../../ui/useFormat'
import { usePhones } from '../../ui/usePhones'
import { Panel } from '../sections/Panel'
import type { Partner } from '../../providers/auth/partnerSession'
import { linkTo } from '../useAddress'
import { AddonPicker } from './AddonPicker'
import { call, type BodyOf } from '../../providers/http/call'
import { emptyParty, PartyForm, type Party } from './PartyForm'
import { SalePrice } from './SalePrice'

interface BookingPanelProps {
  partner: Partner
  departure: PartnerDeparture
  /** Initial number of passengers. */
  passengers: number
  maySell: boolean
}

const orNull = (text: string) => text.trim() || null

/** Departure with its price for this party. Users who may sell can place a hold here, and confirm on the trip's page. */
export function BookingPanel({ partner, departure, passengers, maySell }: BookingPanelProps) {
  const format = useFormat()
  const { t, locale, language } = format
  const navigate = useNavigate()
  const [party, setParty] = useState<Party>(() => emptyParty(passengers))
  // Partners sell in all countries.
  const phones = usePhones(null)
  const [addons, setAddons] = useState<Record<string, number>>({})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)

  const counts: Record<string, number> = {}
  for (const { category } of party.passengers) counts[category] = (counts[category] ?? 0) + 1
  const choices = Object.entries(addons).flatMap(([addon_id, quantity]) =>
    quantity > 0 ? [{ addon_id, quantity }] : [],
  )
  const quoteRequest = useDebounced(
    JSON.stringify({
      board_seq: departure.board_seq,
      alight_seq: departure.alight_seq,
      passengers: counts,
      addons: choices,
      promo_code: orNull(party.promo)?.toUpperCase() ?? null,
    }),
    FILTER_DEBOUNCE_MS,
  )
  const { data: journey } = useQuery({
    queryKey: ['partner', partner.id, 'journey', departure.id],
    queryFn: () => call('GET /partner/journeys/:id', { params: { id: departure.id } }),
    staleTime: 0,
  })
  const quote = useQuery({
    queryKey: ['partner', partner.id, 'quote', departure.id, quoteRequest],
    queryFn: () =>
      call('POST /partner/journeys/:id/quote', {
        params: { id: departure.id },
        body: JSON.parse(quoteRequest) as BodyOf<'POST /partner/journeys/:id/quote'>,
      }),
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const isSettled = quote.data !== undefined && !quote.isPlaceholderData && !quote.isFetching && !quote.error
  const isWhole = party.reference.trim() !== '' && party.lead.trim() !== ''

  const hold = async (event: FormEvent) => {
    event.preventDefault()
    if (!maySell || !isSettled || !isWhole || busy) return
    setBusy(true)
    setRefusal(null)
    try {
      const { id } = await call('POST /partner/trips', {
        body: {
          partner_reference: party.reference.trim(),
          legs: [{ journey_id: departure.id, board_seq: departure.board_seq, alight_seq: departure.alight_seq }],
          passengers: party.passengers.map(({ name, category }) => ({ category, name: orNull(name), needs: [] })),
          lead_name: party.lead.trim(),
          lead_phone: phones.orTyped(party.phone),
          lead_email: orNull(party.email),
          locale: LANGUAGES.find((code) => code === language) ?? 'en',
          customer_notes: orNull(party.notes),
          addons: choices,
          promo_code: orNull(party.promo)?.toUpperCase() ?? null,
          price_hash: quote.data.price_hash,
        },
      })
      void navigate(linkTo('trips', { trip: id }))
    } catch (error) {
      setRefusal(error)
      // After any refusal, the present price is shown before the next attempt.
      void quote.refetch()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void hold(event)}
      sx={{ display: 'grid', gap: 4, minWidth: 0 }}
    >
      <Panel title={t('app.portal.price.title')}>
        <Box sx={{ px: 4, py: 3, minHeight: 120 }} aria-busy={!isSettled}>
          {quote.error && <Alert severity="error">{problemText(quote.error, format)}</Alert>}
          {!quote.error && !quote.data && <Skeleton height={96} />}
          {!quote.error && quote.data && (
            <SalePrice
              sale={quote.data}
              after={
                <Box sx={{ pt: 2, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
                  {t('app.portal.price.until', { time: formatTime(quote.data.expires_at, { locale }) })}
                </Box>
              }
            />
          )}
        </Box>
      </Panel>
      <Panel title={t('app.portal.booking.title')}>
        <Box sx={{ px: 4, py: 4, display: 'grid', gap: 4 }}>
          <PartyForm phones={phones} party={party} onChange={setParty} errors={problemOf(refusal).errors ?? {}} />
          {journey && (
            <AddonPicker
              addons={journey.addons}
              currency={departure.price_from.currency}
              chosen={addons}
              onChange={setAddons}
            />
          )}
          {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
          {maySell ? (
            <Button
              type="submit"
              variant="contained"
              loading={busy}
              disabled={!isSettled || !isWhole}
              sx={{ minHeight: 38 }}
            >
              {t('app.portal.booking.hold')}
            </Button>
          ) : (
            <Alert severity="info">{t('app.portal.booking.mayNot')}</Alert>
          )}
        </Box>
      </Panel>
    </Box>
  )
}
