import { useQuery } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Journey } from '../../../contract/entities/journey'
import type { Clash, MissedConnection } from '../../../contract/operations/journeys'
import { formatTime } from '../../providers/format/dates'
import { formatMinutes } from '../../providers/format/durations'
import { useReread } from '../../providers/data/useReread'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { recordPath } from '../../kit/recordPaths'
import { delay } from './journeyApi'

const STEPS_MIN = [15, 30, 45] as const
const MINUTE_MS = 60_000

const inRange = (minutes: number) => Number.isInteger(minutes) && minutes >= -60 && minutes <= 2880

interface DelayDialogProps {
  journey: Journey
  /** Initial delay, when it differs from the delay of the journey. */
  minutes?: number | undefined
  onClose: () => void
}

/** Sets the delay of a journey, and shows which later jobs of its vehicle and staff it endangers. */
export default function DelayDialog({ journey, minutes: asked = journey.delay_min, onClose }: DelayDialogProps) {
  const { t, locale } = useFormat()
  const reread = useReread()
  const [typed, setTyped] = useState(String(asked))
  const [reason, setReason] = useState('')
  const minutes = typed.trim() === '' ? Number.NaN : Number(typed)
  const isNew = inRange(minutes) && minutes !== journey.delay_min
  const { data } = useQuery({
    queryKey: ['dryRuns', 'delay', journey.id, journey.version, minutes],
    queryFn: () => delay(journey, { delay_min: minutes, simulate: true }),
    enabled: isNew,
    staleTime: 0,
    retry: false,
  })
  const shifted = (instant: string) =>
    formatTime(new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString(), { locale, zone: journey.timezone })
  return (
    <TaskDialog
      title={t('app.operations.delay.title', { code: journey.code })}
      action={t('app.operations.delay.save')}
      ready={isNew}
      onConfirm={async () => {
        const why = reason.trim() ? { reason: reason.trim() } : {}
        await delay(journey, { delay_min: minutes, ...why })
        onClose()
        await reread()
      }}
      onClose={onClose}
    >
      {() => (
        <>
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            aria-label={t('app.operations.delay.more')}
            value={STEPS_MIN.find((step) => journey.delay_min + step === minutes) ?? null}
            onChange={(_event, step: number | null) => setTyped(String(journey.delay_min + (step ?? 0)))}
          >
            {STEPS_MIN.map((step) => (
              <ToggleButton key={step} value={step}>
                {`+${formatMinutes(step, locale)}`}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <TextField
            type="number"
            label={t('app.operations.delay.total')}
            helperText={t('app.operations.delay.totalHint')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { min: -60, max: 2880, step: 1 } }}
          />
          <TextField
            label={t('app.operations.delay.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <Box sx={{ minHeight: 44, fontSize: 'body2.fontSize' }} role="status">
            {isNew &&
              t('app.operations.delay.expected', {
                departure: shifted(journey.departs_at),
                arrival: shifted(journey.arrives_at),
              })}
            {data && <Clashes clashes={data.clashes} zone={journey.timezone} />}
            {data && <MissedConnections connections={data.missed_connections} />}
          </Box>
        </>
      )}
    </TaskDialog>
  )
}

function MissedConnections({ connections }: { connections: MissedConnection[] }) {
  const { t, locale } = useFormat()
  if (connections.length === 0) return null
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {connections.map(
        ({ reservation_id, reference, seats, station, next_journey_id, next_code, leaves_at, timezone }) => (
          <Box key={reservation_id + next_journey_id}>
            <Link component={RouterLink} to={recordPath('reservations', reservation_id)} color="inherit">
              {reference}
            </Link>{' '}
            {t('app.operations.delay.missed', {
              seats: t('app.reservation.seats', { smart_count: seats }),
              station,
              code: next_code,
              time: formatTime(leaves_at, { locale, zone: timezone }),
            })}
          </Box>
        ),
      )}
    </Alert>
  )
}

function Clashes({ clashes, zone }: { clashes: Clash[]; zone: string }) {
  const { t, locale } = useFormat()
  if (clashes.length === 0)
    return <Box sx={{ color: 'text.secondary', mt: 1 }}>{t('app.operations.delay.noClash')}</Box>
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {clashes.map(({ resource_id, source, source_id, resource_label, label, starts_at, late_min }) => (
        <Box key={resource_id + source_id}>
          {t('app.operations.delay.clash', {
            name: resource_label,
            time: formatTime(starts_at, { locale, zone }),
            late: formatMinutes(late_min, locale),
          })}{' '}
          <Link
            component={RouterLink}
            to={recordPath(source === 'journey' ? 'journeys' : 'reservations', source_id)}
            color="inherit"
          >
            {label}
          </Link>
        </Box>
      ))}
    </Alert>
  )
}
