import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { PlainList } from '../../ui/Rows'
import { Column } from '../../ui/Column'
import { DraftAlert } from '../../ui/DraftAlert'
import { SecondaryText } from '../../ui/Text'
import { recordPath } from '../../kit/recordPaths'
import { Card } from '../../kit/RecordSections'
import { Refused } from '../../kit/Blockers'
import { CauseForm } from './CauseForm'
import { ForAllJobs } from './ForAllJobs'
import { JobRow } from './JobRow'
import { OverrideReasonBox } from './OverrideReasonBox'
import { ResolutionView } from './ResolutionView'
import { RESOURCE_OF, type Kind } from './reassignmentApi'
import { useReassignment } from './useReassignment'

interface ReassignmentProps {
  kind: Kind
  id: string
  name: string
  /** IANA zone in which times are shown and entered. */
  zone: string
}

/** Takes a vehicle or person out of service and reassigns all their jobs in one request, after a dry run. */
export default function Reassignment(props: ReassignmentProps) {
  const { kind, id, name } = props
  const { t } = useFormat()
  const [query, setQuery] = useSearchParams()
  const path = recordPath(RESOURCE_OF[kind], id)
  const resolution = query.get('resolution')
  return (
    <>
      <PageHeader
        title={t(`app.operations.resolve.title.${kind}`, { name })}
        subtitle={t('app.operations.resolve.text')}
        back={{ to: path, label: name }}
      />
      {resolution === null ? (
        <Plan {...props} onDone={(done) => setQuery({ view: 'resolve', resolution: done }, { replace: true })} />
      ) : (
        <ResolutionView id={resolution} backTo={path} />
      )}
    </>
  )
}

function Plan({ kind, id, zone, onDone }: ReassignmentProps & { onDone: (resolutionId: string) => void }) {
  const { t } = useFormat()
  const state = useReassignment(kind, id, zone, (resolution) => onDone(resolution.id))
  const { draft, jobs, isKnown, misfits } = state
  return (
    <Column>
      {draft.found && <DraftAlert at={draft.found.at} onRestore={draft.restore} onDiscard={draft.discard} />}
      <Card title={t('app.operations.resolve.cause')}>
        <CauseForm kind={kind} zone={zone} state={state} />
      </Card>
      {state.isSpan && !state.isFailed && !isKnown && (
        <Card title={t('app.operations.resolve.jobsLoading')}>
          <Skeleton height={88} />
        </Card>
      )}
      {isKnown && (
        <Card title={t('app.operations.resolve.jobs', { count: jobs.length })}>
          {jobs.length === 0 && <SecondaryText>{t('app.operations.resolve.noJobs')}</SecondaryText>}
          {jobs.length > 1 && <ForAllJobs kind={kind} state={state} />}
          <PlainList>
            {jobs.map((job) => (
              <JobRow
                key={job.id + job.role}
                kind={kind}
                job={job}
                zone={zone}
                outcome={state.outcomes.find((outcome) => outcome.job_id === job.id && outcome.role === job.role)}
                state={state}
              />
            ))}
          </PlainList>
        </Card>
      )}
      <Refused refusal={state.refusal ?? null} text={state.causeMessage} />
      {(misfits > 0 || state.acceptsWarnings) && (
        <>
          {misfits > 0 && <Alert severity="warning">{t('app.operations.resolve.misfits', { count: misfits })}</Alert>}
          <FormControlLabel
            control={
              <Checkbox
                checked={state.acceptsWarnings}
                onChange={(event) => state.setAcceptsWarnings(event.target.checked)}
              />
            }
            label={t('app.operations.assign.acceptTight')}
          />
          {kind === 'staff' && (
            <OverrideReasonBox
              hint={t('app.operations.resolve.overrideHint')}
              value={state.override}
              onChange={state.setOverride}
            />
          )}
        </>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button
          variant="contained"
          loading={state.busy}
          disabled={!state.hasDryRun || misfits > 0}
          onClick={() => void state.apply()}
        >
          {t(`app.operations.resolve.apply.${kind}`)}
        </Button>
      </Box>
    </Column>
  )
}
