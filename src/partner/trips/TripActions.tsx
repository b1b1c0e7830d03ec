import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { PartnerTripDetail } from '../../../contract/partner/trips'
import type { Language } from '../../../contract/core/languages'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { useSecondsLeft } from '../../ui/useSecondsLeft'
import type { Partner } from '../../providers/auth/partnerSession'
import { CancelDialog } from './CancelDialog'
import { ChangeDialog } from './ChangeDialog'
import { NamesDialog } from './NamesDialog'
import { confirmTrip, extendTrip, openTripTickets } from './tripCalls'
import { Column } from '../../ui/Column'

interface TripActionsProps {
  trip: PartnerTripDetail
  partner: Partner
  onChanged: () => void
}

const TICKETED: readonly string[] = ['confirmed', 'checked_in', 'boarded', 'completed']
const OPEN: readonly string[] = ['on_hold', 'confirmed']
const MINUTE_S = 60

/** Actions that a partner has in the present state of a trip. */
export function TripActions({ trip, partner, onChanged }: TripActionsProps) {
  const format = useFormat()
  const { t, language } = format
  const [task, setTask] = useState<'change' | 'names' | 'cancel' | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const left = useSecondsLeft(trip.status === 'on_hold' ? trip.hold_expires_at : null)
  const close = () => setTask(null)
  const done = () => {
    setTask(null)
    onChanged()
  }
  const run = (name: string, work: () => Promise<unknown>) => () => {
    setBusy(name)
    setRefusal(null)
    work()
      .then(onChanged, (error: unknown) => {
        setRefusal(error)
        onChanged()
      })
      .finally(() => setBusy(null))
  }
  const isHeld = trip.status === 'on_hold'
  const isOpen = OPEN.includes(trip.status)
  return (
    <Column gap={3}>
      {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        {isHeld && (
          <>
            <Button
              variant="contained"
              loading={busy === 'confirm'}
              disabled={left === 0}
              onClick={run('confirm', () => confirmTrip(trip, trip.price_hash))}
            >
              {t('app.portal.trip.confirm')}
            </Button>
            <Button
              variant="outlined"
              loading={busy === 'extend'}
              disabled={left === 0 || trip.hold_extensions_left === 0}
              onClick={run('extend', () => extendTrip(trip))}
            >
              {t('app.portal.trip.extend')}
            </Button>
            <Box
              role="timer"
              sx={{ fontSize: 'body2.fontSize', color: left < 2 * MINUTE_S ? 'warning.main' : 'text.secondary' }}
            >
              {left === 0
                ? t('app.portal.trip.holdOver')
                : t('app.portal.trip.held', {
                    time: `${Math.floor(left / MINUTE_S)}:${String(left % MINUTE_S).padStart(2, '0')}`,
                  })}
            </Box>
          </>
        )}
        {TICKETED.includes(trip.status) && (
          <Button
            variant="outlined"
            loading={busy === 'tickets'}
            onClick={run('tickets', () => openTripTickets(trip, language as Language))}
          >
            {t('app.portal.trip.tickets')}
          </Button>
        )}
        {isOpen && (
          <>
            <Button onClick={() => setTask('change')}>{t('app.portal.trip.change')}</Button>
            <Button onClick={() => setTask('names')}>{t('app.portal.trip.names')}</Button>
            <Button color="error" onClick={() => setTask('cancel')}>
              {t('app.portal.trip.cancel')}
            </Button>
          </>
        )}
      </Box>
      {task === 'change' && <ChangeDialog trip={trip} partner={partner} onDone={done} onClose={close} />}
      {task === 'names' && <NamesDialog trip={trip} onDone={done} onClose={close} />}
      {task === 'cancel' && <CancelDialog trip={trip} onDone={done} onClose={close} />}
    </Column>
  )
}
