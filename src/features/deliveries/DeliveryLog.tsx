import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookDelivery } from '../../../contract/partner/webhooks'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import { DELIVERY_STATES } from '../../../contract/core/vocabulary'
import { MONOSPACE } from '../../ui/theme/theme'
import { Instant } from '../../ui/Instant'
import { Muted } from '../../ui/Muted'
import { OlderNewer } from '../../ui/OlderNewer'
import { problemText } from '../../ui/problemText'
import { PlainList, Row } from '../../ui/Rows'
import { StatusMark } from '../../ui/StatusMark'
import { useDebounced } from '../../ui/useDebounced'
import { useFormat } from '../../ui/useFormat'
import { DeliveryDialog } from './DeliveryDialog'
import type { DeliverySource } from './deliverySource'
import { Column } from '../../ui/Column'

interface DeliveryLogProps {
  /** Query key prefix of the list. */
  scope: readonly unknown[]
  source: DeliverySource
  mayReplay: boolean
  /** Restricts the list to one trip, without filters; '' lists all, with filters. */
  reference?: string
}

/** Log of webhook deliveries, the latest first, each with its attempts. */
export function DeliveryLog({ scope, source, mayReplay, reference = '' }: DeliveryLogProps) {
  const format = useFormat()
  const { t } = format
  const [state, setState] = useState('')
  const [typed, setTyped] = useState('')
  const [cursor, setCursor] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const words = useDebounced(typed.trim(), FILTER_DEBOUNCE_MS)
  const filter = { state, reference: reference || words, cursor }
  const { data, error, refetch } = useQuery({
    queryKey: [...scope, 'deliveries', filter],
    queryFn: () => source.list(filter),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Column gap={3} bounded>
      {reference === '' && (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) auto',
            alignItems: 'end',
          }}
        >
          <TextField
            type="search"
            label={t('app.hooks.search')}
            value={typed}
            onChange={(event) => {
              setCursor('')
              setTyped(event.target.value)
            }}
            slotProps={{ htmlInput: { maxLength: 64, dir: 'ltr' } }}
          />
          <TextField
            select
            label={t('app.hooks.state')}
            value={state}
            onChange={(event) => {
              setCursor('')
              setState(event.target.value)
            }}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('app.calls.filter.all')}</MenuItem>
            {DELIVERY_STATES.map((name) => (
              <MenuItem key={name} value={name}>
                {t(`app.hooks.states.${name}`)}
              </MenuItem>
            ))}
          </TextField>
          <Button onClick={() => void refetch()}>{t('app.hooks.refresh')}</Button>
        </Box>
      )}
      {error && <Alert severity="error">{problemText(error, format)}</Alert>}
      {!data && !error && <Skeleton height={88} />}
      {data?.results.length === 0 && <Muted>{t('app.hooks.noDeliveries')}</Muted>}
      <PlainList>
        {data?.results.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => setOpen(delivery.id)} />
        ))}
      </PlainList>
      <OlderNewer page={data} onTurn={setCursor} />
      {open !== null && (
        <DeliveryDialog
          queryKey={[...scope, 'delivery', open]}
          read={() => source.one(open)}
          replay={
            mayReplay
              ? async () => {
                  await source.replay(open)
                  await refetch()
                }
              : null
          }
          onClose={() => setOpen(null)}
        />
      )}
    </Column>
  )
}

/** Status icon of each delivery state, as used elsewhere. */
const MARKS = { pending: 'pending', delivered: 'confirmed', failed: 'cancelled' } as const

function DeliveryRow({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const { t } = useFormat()
  return (
    <Row sx={{ gap: 0, columnGap: 4, minHeight: 40, py: 1 }}>
      <Box sx={{ flex: 'none', width: 120 }}>
        <Instant value={delivery.created_at} />
      </Box>
      <Link
        component="button"
        type="button"
        dir="ltr"
        onClick={onOpen}
        sx={{ flex: '1 1 150px', textAlign: 'start', fontFamily: MONOSPACE, fontSize: 'caption.fontSize' }}
      >
        {delivery.type}
      </Link>
      <Box component="bdi" sx={{ flex: '1 1 90px', color: 'text.secondary' }}>
        {delivery.partner_reference ?? delivery.trip_reference}
      </Box>
      <Box sx={{ flex: '1 1 140px' }}>
        <StatusMark value={MARKS[delivery.state]} label={t(`app.hooks.states.${delivery.state}`)} />
        {delivery.last_status !== null && delivery.state !== 'delivered' && (
          <Box component="bdi" sx={{ color: 'text.secondary', marginInlineStart: 2 }}>
            {delivery.last_status || delivery.last_error}
          </Box>
        )}
      </Box>
    </Row>
  )
}
