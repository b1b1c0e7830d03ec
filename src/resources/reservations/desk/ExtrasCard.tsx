import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { useGetList } from 'react-admin'
import { isCounted } from '../../../../contract/entities/addon-units'
import type { Addon } from '../../../../contract/entities/addon'
import { PAYMENT_METHODS } from '../../../../contract/core/vocabulary'
import { formatBasisPoints, formatMoney } from '../../../providers/format/money'
import { Muted } from '../../../ui/Muted'
import { useFormat, type Format } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { textIn } from '../../../kit/text'
import { choiceKey } from '../../../kit/vocabularies'
import type { Extras } from './deskTypes'
import type { Payment } from './useDesk'
import { Column } from '../../../ui/Column'

const ADDONS = 50
const MOST = 100
const CODE = /^[A-Z0-9][A-Z0-9_-]{1,31}$/

/** What does not go by the piece is there or not. */
const mostOf = (addon: Addon): number => (isCounted(addon) ? (addon.max_per_reservation ?? MOST) : 1)

interface ExtrasCardProps {
  extras: Extras
  onChange: (extras: Extras) => void
  /** The route that is travelled; null while nothing is chosen. */
  routeId: string | null
  payment: Payment
  onPayment: (payment: Payment) => void
  /** What the server has against how it is paid. */
  paymentError: string | undefined
}

/** What is sold beside the seats: add-ons that fit, a promotion code, how it is paid. */
export function ExtrasCard({ extras, onChange, routeId, payment, onPayment, paymentError }: ExtrasCardProps) {
  const format = useFormat()
  const { t, language } = format
  const { data } = useGetList<Addon>('addons', {
    pagination: { page: 1, perPage: ADDONS },
    sort: { field: 'code', order: 'ASC' },
    filter: { status: 'active' },
  })
  const fitting = (data ?? []).filter(
    ({ route_ids, mandatory }) => !mandatory && (route_ids.length === 0 || (routeId && route_ids.includes(routeId))),
  )
  const set = (id: string, typed: string) => {
    const quantity = Math.trunc(Number(typed))
    const addon = fitting.find((each) => each.id === id)
    if (addon && quantity >= 0 && quantity <= mostOf(addon))
      onChange({ ...extras, addons: { ...extras.addons, [id]: quantity } })
  }
  return (
    <Card title={t('app.desk.extras')}>
      <Column>
        {fitting.length > 0 && (
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              columnGap: 6,
              rowGap: 2,
            }}
          >
            {fitting.map((addon) => {
              const name = textIn(addon.name, language)
              return (
                <Box key={addon.id} sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
                  <Box sx={{ flex: 1, minWidth: 0, fontSize: 'body2.fontSize' }}>
                    {name} <Muted>{priceOf(addon, format)}</Muted>
                  </Box>
                  <Box sx={{ width: 72, flex: 'none' }}>
                    <TextField
                      type="number"
                      value={String(extras.addons[addon.id] ?? 0)}
                      onFocus={(event) => (event.target as HTMLInputElement).select()}
                      onChange={(event) => set(addon.id, event.target.value)}
                      slotProps={{
                        htmlInput: { 'aria-label': name, min: 0, max: mostOf(addon) },
                      }}
                    />
                  </Box>
                </Box>
              )
            })}
          </Box>
        )}
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, alignItems: 'end' }}>
          <PromoForm applied={extras.promo} onApply={(promo) => onChange({ ...extras, promo })} />
          <TextField
            select
            label={t('resources.reservations.fields.payment_method')}
            value={payment ?? ''}
            onChange={(event) => onPayment((event.target.value || null) as Payment)}
            error={paymentError !== undefined}
            helperText={paymentError}
            slotProps={{ inputLabel: { shrink: true } }}
          >
            <MenuItem value="">–</MenuItem>
            {PAYMENT_METHODS.map((method) => (
              <MenuItem key={method} value={method}>
                {t(choiceKey('paymentMethods', method))}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      </Column>
    </Card>
  )
}

function priceOf({ amount_minor, currency, percent_bp }: Addon, { locale }: Format): string {
  if (percent_bp !== null) return formatBasisPoints(percent_bp, locale)
  return amount_minor !== null && currency ? formatMoney(amount_minor, currency, locale) : ''
}

/** A code counts once it is applied, so that the price does not flicker while one types. */
function PromoForm({ applied, onApply }: { applied: string | null; onApply: (promo: string | null) => void }) {
  const { t } = useFormat()
  const [typed, setTyped] = useState(applied ?? '')
  const code = typed.trim().toUpperCase()
  const isWrong = code !== '' && !CODE.test(code)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) onApply(code || null)
  }
  return (
    <Box component="form" onSubmit={apply} sx={{ display: 'flex', gap: 2, alignItems: 'end' }}>
      <TextField
        label={t('resources.reservations.fields.promo_code')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isWrong}
        slotProps={{
          htmlInput: { dir: 'ltr', maxLength: 32, autoComplete: 'off', style: { textTransform: 'uppercase' } },
          inputLabel: { shrink: true },
        }}
      />
      <Button type="submit" variant="outlined" disabled={isWrong || code === (applied ?? '')}>
        {t('app.desk.apply')}
      </Button>
    </Box>
  )
}
