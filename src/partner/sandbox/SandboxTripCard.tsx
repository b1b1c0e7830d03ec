import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import type { SandboxTrip } from '../../../contract/partner/sandbox'
import { formatTime } from '../../providers/format/dates'
import { Instant } from '../../ui/Instant'
import { problemText } from '../../ui/problemText'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { OriginAndDestination } from '../sections/OriginAndDestination'
import { call } from '../../providers/http/call'
import { Text } from '../../ui/Text'

interface SandboxTripCardProps {
  sandbox: SandboxTrip
  onChanged: () => void
}

/** Status icon of each mock trip state, as used elsewhere. */
const MARKS = { running: 'in_progress', finished: 'completed', stopped: 'cancelled' } as const

/** Test trip with its script, tinted so that it is not mistaken for a live one. */
export function SandboxTripCard({ sandbox, onChanged }: SandboxTripCardProps) {
  const format = useFormat()
  const { t, locale } = format
  const [busy, setBusy] = useState<'advance' | 'reset' | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const run = (verb: 'advance' | 'reset') => () => {
    setBusy(verb)
    setRefusal(null)
    call(`POST /partner/mock-trips/:id/${verb}`, { params: { id: sandbox.id } })
      .then(onChanged, setRefusal)
      .finally(() => setBusy(null))
  }
  const { trip } = sandbox
  const next = sandbox.steps.find(({ done_at }) => done_at === null)
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t(`app.mock.scenarios.${sandbox.scenario}`)}
      sx={{
        overflow: 'hidden',
        borderInlineStart: 4,
        borderInlineStartColor: (theme) => theme.colours.tones.warning.ink,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 3,
          px: 4,
          py: 2,
          fontSize: 'body2.fontSize',
          bgcolor: (theme) => theme.colours.tones.warning.ground,
        }}
      >
        <Box component="span" sx={{ fontWeight: 600, color: (theme) => theme.colours.tones.warning.ink }}>
          {t('choices.environments.test')}
        </Box>
        <Box component="h2" sx={{ m: 0, fontSize: 'body1.fontSize', fontWeight: 600, flex: '1 1 200px' }}>
          {t(`app.mock.scenarios.${sandbox.scenario}`)}
        </Box>
        <StatusMark value={MARKS[sandbox.state]} label={t(`app.mock.states.${sandbox.state}`)} />
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            loading={busy === 'advance'}
            disabled={sandbox.state !== 'running' || next === undefined}
            onClick={run('advance')}
          >
            {t('app.mock.advance')}
          </Button>
          <Button loading={busy === 'reset'} onClick={run('reset')}>
            {t('app.mock.reset')}
          </Button>
        </Box>
      </Box>
      <Box sx={{ px: 4, py: 3, display: 'grid', gap: 3, fontSize: 'body2.fontSize' }}>
        {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
        {trip && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
            <Text component="bdi" weight="bold">
              {trip.reference}
            </Text>
            <OriginAndDestination trip={trip} />
            {trip.travel_at && <Instant value={trip.travel_at} zone={trip.origin?.timezone} />}
            <StatusMark value={trip.status} label={t(`choices.reservationStatuses.${trip.status}`)} />
          </Box>
        )}
        <Box component="ol" sx={{ m: 0, paddingInlineStart: 5, display: 'grid', gap: 1 }}>
          {sandbox.steps.map(({ position, step, done_at, problem_code, after_s }) => (
            <Box component="li" key={position} sx={{ color: done_at ? 'text.primary' : 'text.secondary' }}>
              {t(`app.mock.steps.${step}`)}
              {' · '}
              {done_at
                ? t('app.mock.done', { time: formatTime(done_at, { locale }) })
                : after_s === null
                  ? t('app.mock.waits')
                  : t('app.mock.after', { seconds: after_s })}
              {problem_code && <Box component="bdi"> · {problem_code}</Box>}
            </Box>
          ))}
        </Box>
      </Box>
    </Paper>
  )
}
