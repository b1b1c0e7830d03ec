import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Till } from '../../../contract/entities/till'
import type { CountedPieces, TillSession } from '../../../contract/operations/tills'
import { CASH_MOVES, type CashMove } from '../../../contract/core/tills'
import { formatMoney } from '../../providers/format/money'
import { call } from '../../providers/http/call'
import type { FieldErrors } from '../../providers/http/fieldErrors'
import { AmountBox, useAmount } from '../../ui/AmountBox'
import { messageOf } from '../../ui/fieldTexts'
import { ReasonBox } from '../../ui/ReasonBox'
import { SelectBox } from '../../ui/SelectBox'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { useOnce } from '../../ui/useOnce'
import { PiecesBox, piecesOf, type TypedPieces } from './PiecesBox'

interface DialogProps {
  onDone: () => unknown
  onClose: () => void
}
type SessionDialogProps = DialogProps & { session: TillSession }

/** Opens a till with its counted float. */
export function OpenDialog({ till, onDone, onClose }: DialogProps & { till: Till }) {
  const { t } = useFormat()
  return (
    <CountingDialog
      title={t('app.tills.openTitle', { name: till.name })}
      text={t('app.tills.openText')}
      action={t('app.tills.open')}
      currency={till.currency}
      send={(body, once) => call('POST /tills/:id/open', { params: { id: till.id }, body, once })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/** Counts a till without showing the expected amount. */
export function CountDialog({ session, onDone, onClose }: SessionDialogProps) {
  const { t } = useFormat()
  return (
    <CountingDialog
      title={t('app.tills.countTitle', { name: session.till_name })}
      text={t('app.tills.countText')}
      action={t('app.tills.count')}
      currency={session.currency}
      send={(body, once) => call('POST /till-sessions/:id/count', { params: { id: session.id }, body, once })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

interface CountingDialogProps extends DialogProps {
  title: string
  text: string
  action: string
  currency: string
  send: (body: { pieces: CountedPieces; reason?: string }, once: string) => Promise<unknown>
}

function CountingDialog({ title, text, action, currency, send, onDone, onClose }: CountingDialogProps) {
  const { t, locale } = useFormat()
  const [typed, setTyped] = useState<TypedPieces>({})
  const [reason, setReason] = useState('')
  const once = useOnce()
  const pieces = piecesOf(typed, currency, locale)
  return (
    <TaskDialog
      isWide
      title={title}
      text={text}
      action={action}
      ready={pieces !== null && pieces.length > 0}
      onConfirm={async () => {
        if (!pieces) return
        const body = { pieces, ...(reason.trim() !== '' && { reason: reason.trim() }) }
        await once(body, (key) => send(body, key))
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <PiecesBox currency={currency} typed={typed} onType={setTyped} />
          {(errors['reason'] !== undefined || reason !== '') && (
            <ReasonBox
              takesFocus
              required
              label={t('app.tills.why')}
              value={reason}
              onChange={setReason}
              error={t('app.tills.leftDiffers')}
            />
          )}
        </>
      )}
    </TaskDialog>
  )
}

/** Shows the result of a count. A difference requires a reason, even if a recount has removed it. */
function useReason(session: TillSession) {
  const { t, locale } = useFormat()
  const [reason, setReason] = useState('')
  const { difference_minor: difference, has_differed: hasDiffered, currency } = session
  const amount = formatMoney(Math.abs(difference ?? 0), currency, locale)
  const outcome = () => {
    if (difference === 0) return t(hasDiffered ? 'app.tills.recountedText' : 'app.tills.even')
    return t((difference ?? 0) > 0 ? 'app.tills.over' : 'app.tills.short', { amount })
  }
  return {
    reason: reason.trim(),
    ready: !hasDiffered || reason.trim() !== '',
    draw: (errors: FieldErrors) => (
      <>
        <Alert severity={hasDiffered ? 'warning' : 'success'}>{outcome()}</Alert>
        {hasDiffered && (
          <ReasonBox
            takesFocus
            required
            label={t('app.tills.why')}
            value={reason}
            onChange={setReason}
            error={errors['reason']}
          />
        )}
      </>
    ),
  }
}

export function CloseDialog({ session, onDone, onClose }: SessionDialogProps) {
  const { t } = useFormat()
  const { reason, ready, draw } = useReason(session)
  const once = useOnce()
  return (
    <TaskDialog
      title={t('app.tills.closeTitle', { name: session.till_name })}
      action={t('app.tills.close')}
      ready={ready}
      onConfirm={async () => {
        const body = reason === '' ? {} : { reason }
        await once(body, (key) =>
          call('POST /till-sessions/:id/close', { params: { id: session.id }, body, once: key }),
        )
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {draw}
    </TaskDialog>
  )
}

export function HandOverDialog({ session, onDone, onClose }: SessionDialogProps) {
  const { t } = useFormat()
  const { reason, ready, draw } = useReason(session)
  const once = useOnce()
  const [userId, setUserId] = useState('')
  const { data } = useQuery({ queryKey: ['till-keepers'], queryFn: () => call('GET /till-keepers') })
  const others = (data ?? []).filter(({ id }) => id !== session.user_id)
  return (
    <TaskDialog
      title={t('app.tills.handOverTitle', { name: session.till_name })}
      text={t('app.tills.handOverText')}
      action={t('app.tills.handOver')}
      ready={ready && userId !== ''}
      onConfirm={async () => {
        const body = { user_id: userId, ...(reason !== '' && { reason }) }
        await once(body, (key) =>
          call('POST /till-sessions/:id/hand-over', { params: { id: session.id }, body, once: key }),
        )
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectBox
            label={t('app.tills.handTo')}
            value={userId}
            options={others.map(({ id }) => id)}
            labelOf={(id) => <bdi>{others.find((one) => one.id === id)?.name}</bdi>}
            onChange={setUserId}
            error={errors['user_id'] !== undefined}
            helperText={messageOf(errors['user_id'])}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          {draw(errors)}
        </>
      )}
    </TaskDialog>
  )
}

/** Moves cash to or from the bank or another till. @param others open tills of the same currency */
export function MoveDialog({ session, others, onDone, onClose }: SessionDialogProps & { others: readonly Till[] }) {
  const { t } = useFormat()
  const once = useOnce()
  const [move, setMove] = useState<CashMove>('to_bank')
  const [toTillId, setToTillId] = useState(others[0]?.id ?? '')
  const { amount, box } = useAmount(session.currency)
  const [reason, setReason] = useState('')
  return (
    <TaskDialog
      title={t('app.tills.moveTitle', { name: session.till_name })}
      action={t('app.tills.move')}
      ready={amount !== null}
      onConfirm={async () => {
        const body = {
          move,
          amount_minor: amount ?? 0,
          ...(move === 'to_till' && { to_till_id: toTillId }),
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        }
        await once(body, (key) => call('POST /till-sessions/:id/move', { params: { id: session.id }, body, once: key }))
        onClose()
        await onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectBox
            label={t('app.tills.where')}
            value={move}
            options={CASH_MOVES.filter((one) => one !== 'to_till' || others.length > 0)}
            labelOf={(one) => t(`app.tills.moves.${one}`)}
            onChange={setMove}
          />
          {move === 'to_till' && (
            <SelectBox
              label={t('app.tills.toTill')}
              value={toTillId}
              options={others.map(({ id }) => id)}
              labelOf={(id) => <bdi>{others.find((one) => one.id === id)?.name}</bdi>}
              onChange={setToTillId}
              error={errors['to_till_id'] !== undefined}
              helperText={messageOf(errors['to_till_id'])}
            />
          )}
          <AmountBox takesFocus required {...box} error={errors['amount_minor']} />
          <ReasonBox value={reason} onChange={setReason} error={errors['reason']} />
        </>
      )}
    </TaskDialog>
  )
}
