import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import { useEffect, useId, useRef } from 'react'
import type { DispatchPlan } from '../../../../contract/operations/dispatch-plan'
import { Refused } from '../../../kit/Blockers'
import { listed, numberFormat } from '../../../providers/format/intl'
import { useFormat } from '../../../ui/useFormat'
import { clock, shortLabel } from './boardText'
import { Rail } from './Rail'
import type { Plan } from './usePlan'
import { PlainList } from '../../../ui/Rows'
import { Column } from '../../../ui/Column'
import { SecondaryText } from '../../../ui/Text'

const LEFT_SHOWN = 50
const SUGGESTED_SHOWN = 100

interface PlanPanelProps {
  plan: Plan
  zone: string
  isPhone: boolean
  onClose: () => void
}

/** Suggested plan for the rest of the day with its key figures; the board previews it until it is accepted. */
export default function PlanPanel({ plan, zone, isPhone, onClose }: PlanPanelProps) {
  const { t } = useFormat()
  const titleId = useId()
  const { busy, suggested, error, progress, failed } = plan
  const acceptAll = async () => {
    if (await plan.acceptAll()) onClose()
  }
  const content = (
    <>
      <Options plan={plan} />
      <Refused refusal={error} />
      <Box sx={{ minHeight: 240 }} aria-busy={!plan.plan}>
        {plan.plan ? <Summary plan={plan} shown={plan.plan} zone={zone} /> : !error && <Waiting />}
      </Box>
      {progress !== null && (
        <LinearProgress
          variant="determinate"
          value={progress * 100}
          aria-label={t('app.board.plan.progress', { smart_count: suggested.length })}
        />
      )}
      {failed > 0 && <Alert severity="warning">{t('app.board.plan.failed', { smart_count: failed })}</Alert>}
    </>
  )
  const apply = (
    <Button variant="contained" loading={busy} disabled={suggested.length === 0} onClick={() => void acceptAll()}>
      {t('app.board.plan.apply', { smart_count: suggested.length })}
    </Button>
  )
  if (isPhone)
    return (
      <Dialog open onClose={busy ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{t('app.board.plan.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 3 }}>{content}</DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {t('ra.action.close')}
          </Button>
          {apply}
        </DialogActions>
      </Dialog>
    )
  return <PlanRail title={t('app.board.plan.title')} content={content} apply={apply} onClose={onClose} />
}

interface PlanRailProps {
  title: string
  content: React.ReactNode
  apply: React.ReactNode
  onClose: () => void
}

/** Panel next to the board, which stays usable. */
function PlanRail({ title, content, apply, onClose }: PlanRailProps) {
  const { t } = useFormat()
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <Rail role="dialog" label={title} onEscape={onClose}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Box component="h2" sx={{ m: 0, fontSize: 'body1.fontSize', fontWeight: 600 }}>
          {title}
        </Box>
        <IconButton ref={close} size="small" aria-label={t('ra.action.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {apply}
      {content}
    </Rail>
  )
}

function Options({ plan: { what, choose, busy } }: { plan: Plan }) {
  const { t } = useFormat()
  const names = ['vehicles', 'drivers', 'empty_runs'] as const
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      {names.map((name) => (
        <FormControlLabel
          key={name}
          control={
            <Switch
              size="small"
              checked={what[name]}
              disabled={busy}
              onChange={(event) => choose({ ...what, [name]: event.target.checked })}
            />
          }
          label={t(`app.board.plan.${name}`)}
          slotProps={{ typography: { sx: { fontSize: 'body2.fontSize' } } }}
        />
      ))}
    </Box>
  )
}

const Waiting = () => (
  <Column gap={2}>
    {Array.from({ length: 5 }, (_, index) => (
      <Skeleton key={index} height={32} />
    ))}
  </Column>
)

interface SummaryProps {
  plan: Plan
  shown: DispatchPlan
  zone: string
}

/** Key figures of the plan, its assignments, and jobs without one. */
function Summary({ plan: { suggested, accept, busy }, shown, zone }: SummaryProps) {
  const format = useFormat()
  const { t, locale } = format
  const left = shown.journeys.filter(({ no_vehicle, no_driver }) => no_vehicle ?? no_driver)
  return (
    <Box sx={{ display: 'grid', gap: 3, fontSize: 'body2.fontSize' }}>
      <Box role="status" sx={{ display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, 1fr)', gap: 2 }}>
          <Figure value={shown.vehicles_used} label={t('app.board.plan.used')} />
          <Figure value={shown.vehicles_needed} label={t('app.board.plan.needed')} />
          <Figure value={shown.most_at_once} label={t('app.board.plan.atOnce')} />
          <Figure
            value={t('app.unit.km', { value: numberFormat(locale).format(shown.empty_km) })}
            label={t('app.board.plan.emptyKm')}
          />
        </Box>
        {shown.vehicles_used < shown.vehicles_needed && shown.fleet_needed.length > 0 && (
          <span>
            {t('app.board.plan.fleet', {
              fleet: listed(
                shown.fleet_needed.map(({ label, count }) => `${count} × ${label}`),
                locale,
              ),
            })}
          </span>
        )}
        <span>
          {suggested.length > 0
            ? t('app.board.plan.gives', { smart_count: suggested.length, all: shown.journeys_in_all })
            : t('app.board.plan.nothing', { smart_count: shown.journeys_in_all })}
        </span>
      </Box>
      <PlainList>
        {suggested.slice(0, SUGGESTED_SHOWN).map(({ journey_id, label, starts_at, vehicle, driver }) => (
          <Box component="li" key={journey_id} sx={rowStyles}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <bdi dir="ltr">{`${clock(Date.parse(starts_at), zone, format)} ${shortLabel(label)}`}</bdi>
              <SecondaryText size="caption">
                <bdi>{[vehicle?.label, driver?.label].filter(Boolean).join(' · ')}</bdi>
              </SecondaryText>
            </Box>
            <Button
              size="small"
              disabled={busy}
              aria-label={t('app.board.plan.acceptOne', { job: shortLabel(label) })}
              onClick={() => void accept(journey_id)}
            >
              {t('app.board.plan.accept')}
            </Button>
          </Box>
        ))}
      </PlainList>
      {left.length > 0 && (
        <Box>
          <Box sx={{ fontWeight: 600, mb: 1 }}>{t('app.board.plan.left', { smart_count: left.length })}</Box>
          <PlainList>
            {left.slice(0, LEFT_SHOWN).map(({ journey_id, label, starts_at, no_vehicle, no_driver }) => (
              <Box component="li" key={journey_id} sx={rowStyles}>
                <bdi dir="ltr">{`${clock(Date.parse(starts_at), zone, format)} ${shortLabel(label)}`}</bdi>
                <SecondaryText component="span" size="caption">
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

const rowStyles = { display: 'flex', gap: 2, alignItems: 'center', py: 0.5, minHeight: 40 } as const

function Figure({ value, label }: { value: number | string; label: string }) {
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, px: 2, py: 1.5 }}>
      <Box sx={{ fontSize: 'h2.fontSize', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{value}</Box>
      <SecondaryText size="caption">{label}</SecondaryText>
    </Box>
  )
}
