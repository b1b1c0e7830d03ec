import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { REASON_MAX_CHARS } from '../../../../contract/core/limits/texts'
import { minorToInput, parseMoney } from '../../../providers/format/money'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import type { Override } from './deskTypes'

export interface OverrideDialogProps {
  currency: string
  /** Calculated price in minor units; null without a calculated price. */
  totalMinor: number | null
  /** The current manual price. */
  before: Override | null
  /** @throws when the role may not set this price */
  onSet: (override: Override | null) => Promise<void>
  onClose: () => void
}

/** Sets a manual price with the reason that reports group overrides by. */
export function OverrideDialog({ currency, totalMinor, before, onSet, onClose }: OverrideDialogProps) {
  const { t, locale } = useFormat()
  const shown = before?.total_minor ?? totalMinor
  const [typed, setTyped] = useState(shown === null ? '' : minorToInput(shown, currency, locale))
  const [reason, setReason] = useState(before?.reason ?? '')
  const amount = parseMoney(typed, currency, locale)
  const isCleared = typed.trim() === ''
  const message = (error: unknown): string | undefined => {
    if (typeof error === 'string') return error
    return typeof error === 'object' && error !== null ? message(Object.values(error)[0]) : undefined
  }
  return (
    <TaskDialog
      title={t('app.desk.setPrice')}
      text={t('app.desk.setPriceText')}
      action={t('app.desk.apply')}
      ready={isCleared || (amount !== null && amount >= 0 && reason.trim() !== '')}
      onConfirm={() =>
        onSet(isCleared || amount === null ? null : { total_minor: amount, reason: reason.trim() }).then(onClose)
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            autoFocus
            label={`${t('resources.reservations.fields.price_override_total_minor')} (${currency})`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={errors['price_override'] !== undefined}
            helperText={message(errors['price_override'])}
            slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' }, inputLabel: { shrink: true } }}
          />
          <TextField
            label={t('resources.reservations.fields.price_override_reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_MAX_CHARS }, inputLabel: { shrink: true } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
