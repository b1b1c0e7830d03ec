import { useQuery } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import { useId, useState } from 'react'
import type { AssignmentOutcome, DispatchPlan, PlannedJourney } from '../../../../contract/operations/dispatch-plan'
import { PLAN_APPLY_MAX_JOURNEYS } from '../../../../contract/core/limits'
import { Refused } from '../../../kit/Refused'
import { newKey } from '../../../providers/http/newKey'
import { useSubmission } from '../../../ui/useSubmission'
import { listed } from '../../../providers/format/lists'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { applyPlan, suggestPlan } from './boardApi'
import { clock, shortLabel } from './boardText'
import type { BoardState } from './useBoardState'
import { PlainList } from '../../../ui/Rows'
import { Column } from '../../../ui/Column'
import { SecondaryText } from '../../../ui/SecondaryText'

const LEFT_SHOWN = 50
const DAY_MS = 86_400_000
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

interface PlanDialogProps {
  state: BoardState
  /** So many journeys were given something under this id. */
  onApplied: (id: string, count: number) => void
  onClose: () => void
}

/** Suggests vehicles and drivers for the rest of the day, says how good that is, and applies it when it is wanted. */
export default function PlanDialog({ state, onApplied, onClose }: PlanDialogProps) {
  const { t } = useFormat()
  const titleId = useId()
  const now = useNow()
  const [what, setWhat] = useState({ vehicles: true, drivers: true, empty_runs: false })
  const [progress, setProgress] = useState<number | null>(null)
  const [failed, setFailed] = useState<AssignmentOutcome[] | null>(null)
  const { busy, refusal, run } = useSubmission()
  const from = Math.max(state.from, Math.min(now, state.to - 1))
  const wish = {
    ...state.filter,
    ...what,
    from: new Date(from).toISOString(),
    to: new Date(Math.min(state.to, state.from + DAY_MS * 2)).toISOString(),
  }
  const { data: plan, error } = useQuery({
    queryKey: ['trials', 'plan', wish],
    queryFn: () => suggestPlan(wish),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    enabled: progress === null,
  })
  const given = plan?.journeys.filter(({ vehicle, driver }) => vehicle ?? driver) ?? []
  const apply = async () => {
    const id = newKey().replace(UUID_PARTS, '$1-$2-$3-$4-$5')
    const outcomes: AssignmentOutcome[] = []
    const isDone = await run(async () => {
      for (let start = 0; start < given.length; start += PLAN_APPLY_MAX_JOURNEYS) {
        setProgress(start / given.length)
        const part = given.slice(start, start + PLAN_APPLY_MAX_JOURNEYS).map(assignmentOf)
        outcomes.push(...(await applyPlan(id, part, newKey())))
      }
    })
    const wrong = outcomes.filter(({ outcome }) => outcome === 'failed')
    if (outcomes.length > wrong.length) onApplied(id, outcomes.length - wrong.length)
    setProgress(1)
    setFailed(wrong)
    if (isDone && wrong.length === 0) onClose()
  }
  const toggle = (name: keyof typeof what) => (
    <FormControlLabel
      control={
        <Switch
          size="small"
          checked={what[name]}
          disabled={busy || progress !== null}
          onChange={(event) => setWhat({ ...what, [name]: event.target.checked })}
        />
      }
      label={t(`app.board.plan.${name}`)}
      slotProps={{ typography: { sx: { fontSize: 'body2.fontSize' } } }}
    />
  )
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('app.board.plan.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {toggle('vehicles')}
          {toggle('drivers')}
          {toggle('empty_runs')}
        </Box>
        <Refused refusal={refusal ?? error} />
        <Box sx={{ minHeight: 240 }} aria-busy={!plan}>
          {plan ? <Summary plan={plan} given={given.length} zone={state.zone} /> : !error && <Waiting />}
        </Box>
        {progress !== null && busy && (
          <LinearProgress
            variant="determinate"
            value={progress * 100}
            aria-label={t('app.board.plan.progress', { smart_count: given.length })}
          />
        )}
        {failed !== null && failed.length > 0 && (
          <Alert severity="warning">{t('app.board.plan.failed', { smart_count: failed.length })}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t(progress === null ? 'ra.action.cancel' : 'ra.action.close')}
        </Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={given.length === 0 || progress !== null}
          onClick={() => void apply()}
        >
          {t('app.board.plan.apply', { smart_count: given.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const assignmentOf = ({ journey_id, version, vehicle, driver }: PlannedJourney) => ({
  journey_id,
  version,
  ...(vehicle && { vehicle_id: vehicle.id }),
  ...(driver && { driver_id: driver.id }),
})

const Waiting = () => (
  <Column gap={2}>
    {Array.from({ length: 5 }, (_, index) => (
      <Skeleton key={index} height={32} />
    ))}
  </Column>
)

/** How good the plan is, and what stays without. */
function Summary({ plan, given, zone }: { plan: DispatchPlan; given: number; zone: string }) {
  const format = useFormat()
  const { t } = format
  const left = plan.journeys.filter(({ no_vehicle, no_driver }) => no_vehicle ?? no_driver)
  return (
    <Box role="status" sx={{ display: 'grid', gap: 3, fontSize: 'body2.fontSize' }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 2 }}>
        <Figure value={plan.vehicles_used} label={t('app.board.plan.used')} />
        <Figure value={plan.vehicles_needed} label={t('app.board.plan.needed')} />
        <Figure value={plan.most_at_once} label={t('app.board.plan.atOnce')} />
      </Box>
      {plan.vehicles_used < plan.vehicles_needed && plan.fleet_needed.length > 0 && (
        <span>
          {t('app.board.plan.fleet', {
            fleet: listed(
              plan.fleet_needed.map(({ label, count }) => `${count} × ${label}`),
              format.locale,
            ),
          })}
        </span>
      )}
      <span>
        {given > 0
          ? t('app.board.plan.gives', { smart_count: given, all: plan.journeys_in_all })
          : t('app.board.plan.nothing', { smart_count: plan.journeys_in_all })}
      </span>
      {left.length > 0 && (
        <Box>
          <Box sx={{ fontWeight: 600, mb: 1 }}>{t('app.board.plan.left', { smart_count: left.length })}</Box>
          <PlainList tabIndex={0} sx={{ maxHeight: 160, overflow: 'auto' }}>
            {left.slice(0, LEFT_SHOWN).map(({ journey_id, label, starts_at, no_vehicle, no_driver }) => (
              <Box component="li" key={journey_id} sx={{ display: 'flex', gap: 3, py: 0.5 }}>
                <bdi dir="ltr">{clock(Date.parse(starts_at), zone, format)}</bdi>
                <bdi dir="ltr">{shortLabel(label)}</bdi>
                <SecondaryText component="span">
                  {[
                    no_vehicle && t(`app.board.plan.reason.vehicle.${no_vehicle}`),
                    no_driver && t(`app.board.plan.reason.driver.${no_driver}`),
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </SecondaryText>
              </Box>
            ))}
          </PlainList>
        </Box>
      )}
    </Box>
  )
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: 3 }}>
      <Box sx={{ fontSize: 'h1.fontSize', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{value}</Box>
      <SecondaryText size="caption">{label}</SecondaryText>
    </Box>
  )
}
