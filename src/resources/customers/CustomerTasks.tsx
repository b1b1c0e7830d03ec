import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { REASON_MAX_CHARS } from '../../../contract/core/limits/texts'
import type { Customer } from '../../../contract/entities/customer'
import { minorToInput, parseMoney } from '../../providers/format/money'
import { useCompany } from '../../providers/data/useCompany'
import { call } from '../../providers/http/call'
import { messageOf } from '../../ui/fieldTexts'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { RecordNames } from '../../kit/RecordNames'
import { specOf } from '../../kit/registry'

/** Actions that open a dialog, in addition to the form. */
export type CustomerTask = 'credit_limit' | 'block' | 'unblock' | 'legal_hold' | 'erase'

interface CustomerTasksProps {
  customer: Customer
  task: CustomerTask
  onClose: () => void
}

/** Dialog of the selected action. */
export default function CustomerTasks({ customer, task, onClose }: CustomerTasksProps) {
  const { t, locale, language } = useFormat()
  const notify = useNotify()
  const refresh = useRefresh()
  const currency = useCompany()?.currency
  const limit = customer.credit_limit_minor
  const [reason, setReason] = useState('')
  const [hold, setHold] = useState(customer.legal_hold_reason ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const credit = typed ?? (limit === null || !currency ? '' : minorToInput(limit, currency, locale))
  const amount = credit.trim() === '' ? null : parseMoney(credit, currency ?? '', locale)
  const isAmount = credit.trim() === '' || (amount !== null && amount >= 0)

  const confirm = async () => {
    const why = { reason: reason.trim() }
    const of = { params: { id: customer.id }, ifMatch: customer.version }
    await {
      credit_limit: () =>
        call('POST /customers/:id/credit-limit', { ...of, body: { ...why, credit_limit_minor: amount } }),
      block: () => call('POST /customers/:id/block', { ...of, body: why }),
      unblock: () => call('POST /customers/:id/unblock', { ...of, body: why }),
      legal_hold: () =>
        call('POST /customers/:id/legal-hold', { ...of, body: { ...why, legal_hold_reason: hold.trim() || null } }),
      erase: () => call('POST /customers/:id/erase', { ...of, body: why }),
    }[task]()
    onClose()
    notify(task === 'erase' ? 'app.privacy.erased' : 'app.account.done', { type: 'success' })
    refresh()
  }
  const isGrave = task === 'erase' || task === 'block'
  const isLast = task === 'block' || task === 'unblock' || task === 'erase'
  return (
    <TaskDialog
      grave={isGrave}
      title={t(`app.account.${task}`)}
      text={
        task === 'erase'
          ? t('app.privacy.eraseText', { name: specOf('customers').represent(customer, language) })
          : t(`app.account.${task}Text`)
      }
      action={t(isLast ? `app.account.${task}` : 'ra.action.save')}
      ready={reason.trim() !== '' && (task !== 'credit_limit' || (isAmount && currency !== undefined))}
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {task === 'block' && <RecordNames resource="customers" records={[customer]} />}
          {task === 'credit_limit' && (
            <TextField
              autoFocus
              label={`${t('resources.customers.fields.credit_limit_minor')}${currency ? ` (${currency})` : ''}`}
              value={credit}
              disabled={currency === undefined}
              onChange={(event) => setTyped(event.target.value)}
              error={!isAmount || errors['credit_limit_minor'] !== undefined}
              helperText={messageOf(errors['credit_limit_minor']) ?? t('resources.customers.hints.credit_limit_minor')}
              slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' }, inputLabel: { shrink: true } }}
            />
          )}
          {task === 'legal_hold' && (
            <TextField
              autoFocus
              label={t('resources.customers.fields.legal_hold_reason')}
              value={hold}
              onChange={(event) => setHold(event.target.value)}
              error={errors['legal_hold_reason'] !== undefined}
              helperText={messageOf(errors['legal_hold_reason']) ?? t('app.account.legal_holdHint')}
              slotProps={{ htmlInput: { maxLength: REASON_MAX_CHARS, dir: 'auto' } }}
            />
          )}
          <TextField
            autoFocus={isLast}
            label={t('app.privacy.reason')}
            helperText={messageOf(errors['reason']) ?? (task === 'erase' ? t('app.privacy.reasonHint') : undefined)}
            error={errors['reason'] !== undefined}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_MAX_CHARS, dir: 'auto' } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
