import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Resolution } from '../../../contract/operations/reassignment'
import { useFormat } from '../../ui/useFormat'
import { Outcome } from '../../ui/Outcome'
import { call } from '../../providers/http/call'
import { useSubmission } from '../../ui/useSubmission'
import { Column } from '../../ui/Column'
import { SecondaryText, Text } from '../../ui/Text'
import { Card } from '../RecordSections'
import { Refused } from '../Blockers'
import { useReread } from '../useReread'
import { PartyTable } from './PartyTable'

const TICK_MS = 1_000

/** Milliseconds left until an instant, counted down every second; zero once it is over. */
function useLeft(until: string): number {
  const left = () => Math.max(0, Date.parse(until) - Date.now())
  const [ms, setMs] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setMs(Math.max(0, Date.parse(until) - Date.now())), TICK_MS)
    return () => clearInterval(timer)
  }, [until])
  return ms
}

/** `9:07` */
const clock = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** What was done about a breakdown or an absence, to be taken back for ten minutes. */
export function ResolutionView({ id, backTo }: { id: string; backTo: string }) {
  const { t } = useFormat()
  const { data, error } = useQuery({
    queryKey: ['resolutions', id],
    queryFn: () => call('GET /resolutions/:id', { params: { id } }),
    staleTime: 0,
  })
  if (error) return <Refused refusal={error} />
  if (!data) return null
  return (
    <Column>
      <Undo resolution={data} />
      <Card
        title={t('app.depot.resolve.result')}
        action={
          <Button component={RouterLink} to={backTo} variant="outlined">
            {t('app.depot.resolve.finish')}
          </Button>
        }
      >
        {data.jobs.length === 0 && <SecondaryText>{t('app.depot.resolve.noJobs')}</SecondaryText>}
        {data.jobs.map((job) => (
          <Box
            key={job.job_id + job.role}
            sx={{ py: 2, borderTop: 1, borderColor: 'divider', fontSize: 'body2.fontSize' }}
          >
            <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
              <Text component="span" weight="medium">
                {job.label}
              </Text>
              <Outcome state={job.outcome} text={t(`app.depot.resolve.did.${job.action}`)} />
            </Box>
            {job.parties.length > 0 && <PartyTable outcomes={job.parties} departures={[]} />}
          </Box>
        ))}
      </Card>
    </Column>
  )
}

function Undo({ resolution }: { resolution: Resolution }) {
  const { t } = useFormat()
  const client = useQueryClient()
  const reread = useReread()
  const { busy, refusal, run } = useSubmission()
  const left = useLeft(resolution.undo_until)
  if (resolution.undone_at !== null) return <Alert severity="info">{t('app.depot.resolve.undone')}</Alert>
  return (
    <>
      <Refused refusal={refusal} />
      <Alert
        severity="success"
        action={
          left > 0 && (
            <Button
              color="inherit"
              loading={busy}
              onClick={() =>
                void run(async () => {
                  client.setQueryData(
                    ['resolutions', resolution.id],
                    await call('POST /resolutions/:id/undo', { params: { id: resolution.id } }),
                  )
                  await reread()
                })
              }
            >
              {t('app.depot.resolve.undo', { time: clock(left) })}
            </Button>
          )
        }
      >
        {t('app.depot.resolve.applied')}
      </Alert>
    </>
  )
}
