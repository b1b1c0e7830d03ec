import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { SLIP_MAX_CHARS } from '../../../../contract/core/limits/money'
import { choiceKey } from '../../../kit/vocabularies'
import { useCompany } from '../../../providers/data/useCompany'
import { listKey } from '../../../providers/data/queryKeys'
import { formatMoney, minorToInput } from '../../../providers/format/money'
import { call } from '../../../providers/http/call'
import { Text } from '../../../ui/Text'
import { useFormat } from '../../../ui/useFormat'
import type { Payment } from './deskTypes'
import { givenOf, methodsOf, type Paying } from './paying'

export interface PayRowProps {
  /** Price of the sale; null for an on-request sale, which takes no payment. */
  price: { total_minor: number; currency: string } | null
  method: Payment
  /** Whether a payment link can be sent for the sale. */
  takesLinks: boolean
  onMethod: (method: Payment) => void
  paying: Paying
  onPaying: (paying: Paying) => void
  /** The typed cash amount is not a valid amount. */
  isGivenWrong: boolean
  /** The server's objection to the payment method. */
  error: string | undefined
  /** Counter; each increase moves the focus to the cash amount. */
  focusRequest: number
  /** Confirms the sale on Enter in the last box. */
  onConfirm: () => void
}

/** Payment method, cash received and change due, or payment later. */
export function PayRow(props: PayRowProps) {
  const { price, method, takesLinks, onMethod, paying, onPaying, isGivenWrong, error, focusRequest, onConfirm } = props
  const { t, locale } = useFormat()
  const box = useRef<HTMLInputElement>(null)
  const takes = price === null ? null : method
  useEffect(() => {
    if (focusRequest === 0) return
    box.current?.focus()
    box.current?.select()
  }, [focusRequest, takes])
  const methods = methodsOf(method, takesLinks)
  const sellByEnter = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.repeat) return
    event.preventDefault()
    onConfirm()
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 3, alignItems: 'start' }}>
        <TextField
          select
          label={t('app.desk.pay.title')}
          value={method ?? ''}
          onChange={({ target }) => onMethod((target.value || null) as Payment)}
          error={error !== undefined}
          helperText={error}
          slotProps={{
            select: { displayEmpty: true, SelectDisplayProps: { title: 'Alt+C', 'aria-keyshortcuts': 'Alt+C' } },
            inputLabel: { shrink: true },
          }}
        >
          <MenuItem value="">{t('app.desk.pay.later')}</MenuItem>
          {methods.map((option) => (
            <MenuItem key={option} value={option}>
              {t(choiceKey('paymentMethods', option))}
            </MenuItem>
          ))}
        </TextField>
        {price && takes === 'cash' && (
          <TextField
            inputRef={box}
            label={t('app.desk.pay.given')}
            value={paying.given}
            placeholder={minorToInput(price.total_minor, price.currency, locale)}
            onChange={({ target }) => onPaying({ ...paying, given: target.value })}
            onKeyDown={sellByEnter}
            error={isGivenWrong}
            helperText={isGivenWrong ? t('app.desk.pay.noAmount') : undefined}
            slotProps={{
              htmlInput: { dir: 'ltr', inputMode: 'decimal', autoComplete: 'off', maxLength: 16 },
              inputLabel: { shrink: true },
            }}
          />
        )}
        {price && takes === 'terminal' && (
          <TextField
            inputRef={box}
            label={t('app.desk.pay.slip')}
            value={paying.slip}
            onChange={({ target }) => onPaying({ ...paying, slip: target.value })}
            onKeyDown={sellByEnter}
            slotProps={{
              htmlInput: { dir: 'ltr', autoComplete: 'off', maxLength: SLIP_MAX_CHARS },
              inputLabel: { shrink: true },
            }}
          />
        )}
      </Box>
      {price && takes === 'cash' && (
        <>
          <Change given={givenOf(paying, price, locale)} price={price} />
          <TillNeeded currency={price.currency} />
        </>
      )}
    </Box>
  )
}

/** The change due, or the amount still owed. */
function Change({ given, price }: { given: number | null; price: NonNullable<PayRowProps['price']> }) {
  const { t, locale } = useFormat()
  const change = (given ?? price.total_minor) - price.total_minor
  return (
    <Box role="status" sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
      <span>{t(change < 0 ? 'app.desk.toPay' : 'app.desk.pay.change')}</span>
      <Text component="span" weight="bold">
        {formatMoney(Math.abs(change), price.currency, locale)}
      </Text>
    </Box>
  )
}

/** Warns before the sale when the company takes cash only into a till and the seller has none open. */
function TillNeeded({ currency }: { currency: string }) {
  const { t } = useFormat()
  const isNeeded = useCompany()?.cash_needs_till === true
  const { data } = useQuery({
    queryKey: [...listKey('tills'), 'own'],
    queryFn: () => call('GET /till-sessions', { query: { is_closed: 'false', is_own: 'true' } }),
    enabled: isNeeded,
  })
  if (!isNeeded || !data) return null
  if (data.sessions.some((one) => one.state === 'open' && one.currency === currency)) return null
  return (
    <Alert severity="warning">
      {t('app.desk.pay.noTill')}{' '}
      <Link component={RouterLink} to="/tills">
        {t('app.tills.title')}
      </Link>
    </Alert>
  )
}
