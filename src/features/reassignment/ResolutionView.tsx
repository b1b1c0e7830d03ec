import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../../ui/useFormat'
import { Outcome } from '../../ui/Outcome'
import { call } from '../../providers/http/call'
import { Column } from '../../ui/Column'
import { SecondaryText, Text } from '../../ui/Text'
import { Card } from '../../kit/RecordSections'
import { Refused } from '../../kit/Blockers'
import { PartyTable } from './PartyTable'
import { UndoBar } from './UndoBar'

/** Result of a breakdown or an absence, which can be undone within ten minutes. */
export function ResolutionView({ id, backTo }: { id: string; backTo: string }) {
  const { t } = useFormat()
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['resolutions', id],
    queryFn: () => call('GET /resolutions/:id', { params: { id } }),
    staleTime: 0,
  })
  if (error) return <Refused refusal={error} />
  if (!data) return null
  const unassigned = data.jobs.filter(({ action }) => action === 'unassign').length
  const finish = (
    <Button component={RouterLink} to={backTo} variant="outlined">
      {t('app.operations.resolve.finish')}
    </Button>
  )
  return (
    <Column>
      <UndoBar resolution={data} onUndone={(undone) => client.setQueryData(['resolutions', id], undone)}>
        {unassigned > 0
          ? t('app.operations.resolve.appliedWithout', { count: unassigned })
          : t('app.operations.resolve.applied')}
      </UndoBar>
      {data.undone_at !== null && <Box>{finish}</Box>}
      {data.undone_at === null && (
        <Card title={t('app.operations.resolve.result')} action={finish}>
          {data.jobs.length === 0 && <SecondaryText>{t('app.operations.resolve.noJobs')}</SecondaryText>}
          {data.jobs.map((job) => (
            <Box
              key={job.job_id + job.role}
              sx={{ py: 2, borderTop: 1, borderColor: 'divider', fontSize: 'body2.fontSize' }}
            >
              <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
                <Text component="span" weight="medium">
                  {job.label}
                </Text>
                <Outcome state={job.outcome} text={t(`app.operations.resolve.did.${job.action}`)} />
              </Box>
              {job.parties.length > 0 && <PartyTable outcomes={job.parties} departures={[]} />}
            </Box>
          ))}
        </Card>
      )}
    </Column>
  )
}
