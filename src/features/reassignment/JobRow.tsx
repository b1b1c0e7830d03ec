import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useGetOne } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Journey } from '../../../contract/entities/journey'
import type { AffectedJob, JobOutcome, JobPlan } from '../../../contract/operations/reassignment'
import { foreignZone, formatDate, formatTime, toZonedInput } from '../../providers/format/dates'
import { useFormat } from '../../ui/useFormat'
import { Outcome } from '../../ui/Outcome'
import { SecondaryText } from '../../ui/Text'
import { recordPath } from '../../kit/recordPaths'
import { OperatorChoice } from './operators'
import { DepartureList } from './DepartureList'
import { PartyTable } from './PartyTable'
import { useAlternatives } from './useAlternatives'
import { cancelledBy, isCompleteChoice } from './plan'
import type { Kind } from './reassignmentApi'
import { ReplacementBox } from './ReplacementBox'
import { useChoiceOf } from './useChoiceOf'
import type { ReassignmentState } from './useReassignment'
import { SelectBox } from '../../ui/SelectBox'

interface JobRowProps {
  kind: Kind
  job: AffectedJob
  zone: string
  outcome: JobOutcome | undefined
  state: ReassignmentState
}

const ACTIONS: readonly JobPlan['action'][] = ['swap', 'farm_out', 'unassign', 'move', 'cancel']

/** Shows a job that loses its vehicle or person, with the choices for it and the result of the dry run. */
export function JobRow({ kind, job, zone, outcome, state }: JobRowProps) {
  const { t, locale, language } = useFormat()
  const choice = state.plan.get(job.id)
  const actions = ACTIONS.filter((action) => job.actions.includes(action))
  const choiceOf = useChoiceOf()
  const time = (instant: string) => formatTime(instant, { locale, zone })
  return (
    <Box
      component="li"
      aria-label={job.label}
      sx={{ display: 'grid', gap: 2, py: 3, borderTop: 1, borderColor: 'divider', fontSize: 'body2.fontSize' }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'center',
          gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 5fr)' },
        }}
      >
        <Box>
          <Link
            component={RouterLink}
            to={recordPath(job.source === 'journey' ? 'journeys' : 'reservations', job.id)}
            color="inherit"
            sx={{ fontWeight: 550 }}
          >
            {job.label}
          </Link>
          <SecondaryText size="caption">
            {[
              formatDate(toZonedInput(job.starts_at, zone).slice(0, 10), locale, {
                weekday: 'short',
                day: 'numeric',
                month: 'short',
              }),
              [`${time(job.starts_at)} – ${time(job.ends_at)}`, foreignZone(job.starts_at, { locale, zone })]
                .join(' ')
                .trim(),
              t('app.reservation.seats', { smart_count: job.seats }),
              t('app.operations.cancel.partyCount', { count: job.parties }),
            ].join(' · ')}
          </SecondaryText>
        </Box>
        <SelectBox
          size="small"
          label={t('app.operations.resolve.what')}
          value={choice?.action ?? ''}
          onChange={(next) => state.choose(job.id, choiceOf(next))}
          options={actions}
          labelOf={(action) => t(`app.operations.resolve.action.${action}`)}
        />
        {choice?.action === 'swap' && <SwapTo kind={kind} job={job} state={state} />}
        {choice?.action === 'farm_out' && (
          <OperatorChoice
            value={choice.partner_id}
            onChange={(id) => state.choose(job.id, { action: 'farm_out', partner_id: id ?? undefined })}
          />
        )}
      </Box>
      {choice?.action === 'move' && <MoveTo job={job} zone={zone} state={state} />}
      {outcome && choice && isCompleteChoice(choice) && (
        <Box>
          <Outcome
            state={outcome.outcome}
            text={
              outcome.outcome === 'failed' && outcome.detail && language === 'en'
                ? outcome.detail
                : t(`app.operations.resolve.outcome.${outcome.outcome}`)
            }
          />
          {outcome.outcome === 'failed' && outcome.parties.length > 0 && (
            <PartyTable outcomes={outcome.parties.filter((party) => party.outcome === 'failed')} departures={[]} />
          )}
        </Box>
      )}
    </Box>
  )
}

/**
 * Selects the vehicle or person that takes over the job: an available one, the nearest first, or another one by name.
 */
function SwapTo({ kind, job, state }: Pick<JobRowProps, 'kind' | 'job' | 'state'>) {
  const offered = state.suggestions.get(job.id) ?? []
  return (
    <ReplacementBox
      kind={kind}
      offered={offered}
      picked={state.plan.get(job.id)?.resource_id}
      onPick={(id) => state.choose(job.id, { action: 'swap', resource_id: id })}
    />
  )
}

function MoveTo({ job, zone, state }: Pick<JobRowProps, 'job' | 'zone' | 'state'>) {
  const { t } = useFormat()
  const { data: journey } = useGetOne<Journey>('journeys', { id: job.id }, { staleTime: 0 })
  const chosen = state.plan.get(job.id)?.to_journey_ids ?? []
  const cancelled = cancelledBy(state.plan)
  const departures = useAlternatives(journey)?.filter(({ id }) => !cancelled.has(id) || chosen.includes(id))
  return (
    <DepartureList
      departures={departures}
      chosen={chosen}
      onChange={(ids) => state.choose(job.id, { action: 'move', to_journey_ids: ids })}
      label={t('app.operations.cancel.targets')}
      zone={zone}
    />
  )
}
