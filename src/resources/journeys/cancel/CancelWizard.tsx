import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { Journey } from '../../../../contract/entities/journey'
import type { PartyOutcome } from '../../../../contract/operations/journeys'
import { Refused } from '../../../kit/Blockers'
import { useReread } from '../../../providers/data/useReread'
import { useFormat } from '../../../ui/useFormat'
import { DepartureList } from '../../../features/reassignment/DepartureList'
import { MessagesStep } from './MessagesStep'
import { messagesOf } from './messages'
import { choiceKey } from '../../../kit/vocabularies'
import { PartyTable } from '../../../features/reassignment/PartyTable'
import { useCancellation } from './useCancellation'
import { WrappingRow } from '../../../ui/Column'

const REASONS = ['vehicle', 'driver', 'weather', 'road', 'demand'] as const
const STEPS = ['reason', 'passengers', 'messages'] as const
/** Constant height, so that the "Next" button stays in place between the steps. */
const STEP_HEIGHT = 'min(560px, calc(100dvh - 220px))'

/** Cancels a departure with all its bookings: reason, alternatives, messages and the result for each. */
export default function CancelWizard({ journey, onClose }: { journey: Journey; onClose: () => void }) {
  const { t } = useFormat()
  const titleId = useId()
  const reread = useReread()
  const plan = useCancellation(journey)
  const [chosenPlace, setPlace] = useState(0)
  const isEmpty = plan.hasDryRun && plan.outcomes.length === 0
  const steps = isEmpty ? STEPS.slice(0, 1) : STEPS
  const place = Math.min(chosenPlace, steps.length - 1)
  const step = steps[place] ?? 'reason'
  const isLast = place === steps.length - 1
  const ready = step === 'reason' ? plan.reason.trim() !== '' : plan.hasDryRun && plan.misfits === 0
  const isOver = plan.conflict === 'noLonger'
  const go = (next: number) => {
    plan.forgetRefusal()
    setPlace(next)
  }
  const apply = async () => {
    if ((await plan.apply()) === 'partiesChanged') setPlace(STEPS.indexOf('passengers'))
  }
  const close = () => {
    onClose()
    if (plan.isDone) void reread()
  }
  return (
    <Dialog open onClose={plan.busy ? undefined : close} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {t(plan.isDone ? 'app.operations.cancel.done' : 'app.operations.cancel.title', { code: journey.code })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start', height: isEmpty ? 320 : STEP_HEIGHT }}>
        {!plan.isDone && steps.length > 1 && (
          <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize' }}>
            {t('app.operations.cancel.step', { step: place + 1, steps: steps.length })}
          </Typography>
        )}
        <Refused
          refusal={plan.refusal}
          text={
            plan.conflict &&
            t(`app.operations.cancel.${plan.conflict}`, {
              status: t(choiceKey('serviceStatuses', journey.service_status)),
            })
          }
        />
        {plan.isDone ? (
          <Result journey={journey} plan={plan} />
        ) : step === 'reason' ? (
          <Reason plan={plan} isEmpty={isEmpty} />
        ) : step === 'passengers' ? (
          <Passengers plan={plan} />
        ) : (
          <MessagesStep
            outcomes={plan.outcomes}
            messages={messagesOf(journey, plan.outcomes, plan.departures, plan.reason)}
          />
        )}
      </DialogContent>
      <DialogActions>
        {plan.isDone || isOver ? (
          <Button variant="contained" onClick={close}>
            {t('ra.action.close')}
          </Button>
        ) : (
          <>
            <Button onClick={place === 0 ? close : () => go(place - 1)} disabled={plan.busy}>
              {t(place === 0 ? 'app.operations.cancel.keep' : 'app.operations.back')}
            </Button>
            <Button
              variant="contained"
              color={isLast ? 'error' : 'primary'}
              loading={plan.busy}
              disabled={!ready || !plan.hasDryRun}
              onClick={() => (isLast ? void apply() : go(place + 1))}
            >
              {t(isLast ? 'app.operations.cancel.open' : 'app.operations.next')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

type Plan = ReturnType<typeof useCancellation>

function Reason({ plan, isEmpty }: { plan: Plan; isEmpty: boolean }) {
  const { t } = useFormat()
  return (
    <>
      <WrappingRow>
        {REASONS.map((reason) => {
          const words = t(`app.operations.cancel.reasons.${reason}`)
          return (
            <Chip
              key={reason}
              label={words}
              variant={plan.reason === words ? 'filled' : 'outlined'}
              onClick={() => plan.setReason(words)}
            />
          )
        })}
      </WrappingRow>
      <TextField
        autoFocus
        label={t('app.operations.reason')}
        value={plan.reason}
        onChange={(event) => plan.setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      {isEmpty && <Typography color="text.secondary">{t('app.operations.cancel.empty')}</Typography>}
    </>
  )
}

function Passengers({ plan }: { plan: Plan }) {
  const { t } = useFormat()
  return (
    <>
      <Box>
        <Typography variant="h3" sx={{ mb: 1 }}>
          {t('app.operations.cancel.targets')}
        </Typography>
        <DepartureList
          departures={plan.known}
          chosen={plan.targets}
          onChange={plan.setTargets}
          label={t('app.operations.cancel.targets')}
        />
      </Box>
      <TextField
        select
        label={t('app.operations.cancel.misfits')}
        value={plan.others}
        onChange={(event) => plan.setOthers(event.target.value as typeof plan.others)}
        sx={{ maxWidth: 420 }}
      >
        <MenuItem value="move_or_cancel">{t('app.operations.cancel.misfitsCancel')}</MenuItem>
        <MenuItem value="move">{t('app.operations.cancel.misfitsAsk')}</MenuItem>
      </TextField>
      {plan.misfits > 0 && (
        <Alert severity="warning">{t('app.operations.cancel.misfitsLeft', { count: plan.misfits })}</Alert>
      )}
      <PartyTable outcomes={plan.outcomes} departures={plan.departures} choices={plan.choices} onChoose={plan.choose} />
    </>
  )
}

function Result({ journey, plan }: { journey: Journey; plan: Plan }) {
  const { t } = useFormat()
  const count = (...outcomes: PartyOutcome['outcome'][]) =>
    plan.outcomes.filter(({ outcome }) => outcomes.includes(outcome)).length
  return (
    <>
      <Typography role="status">
        {plan.outcomes.length === 0
          ? t('app.operations.cancel.nobody')
          : t('app.operations.cancel.result', {
              moved: count('moved'),
              cancelled: count('cancelled', 'direction_cancelled'),
            })}
      </Typography>
      <PartyTable outcomes={plan.outcomes} departures={plan.departures} />
      {plan.outcomes.length > 0 && (
        <MessagesStep
          outcomes={plan.outcomes}
          messages={messagesOf(journey, plan.outcomes, plan.departures, plan.reason)}
        />
      )}
    </>
  )
}
