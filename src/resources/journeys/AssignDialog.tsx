import { useQuery } from '@tanstack/react-query'
import Button from '@mui/material/Button'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import type { Journey } from '../../../contract/entities/journey'
import type { Suggestions } from '../../../contract/operations/suggestions'
import { mayOverride } from '../../../contract/core/permissions'
import { useUser } from '../../providers/auth/useSession'
import { problemOf } from '../../providers/http/problem'
import { Refused } from '../../kit/Blockers'
import { useReread } from '../../providers/data/useReread'
import { useSubmission } from '../../ui/useSubmission'
import { useFormat, type Format } from '../../ui/useFormat'
import { RecordPicker } from '../../kit/form/RecordPicker'
import { labelOf } from '../../kit/labels'
import { assign, readSuggestions, type Assignment } from './journeyApi'
import { OperatorChoice, operatorOf } from '../../features/reassignment/operators'
import { OverrideReasonBox } from '../../features/reassignment/OverrideReasonBox'
import { ResourceChoice, type Choice } from './ResourceChoice'
import { away, shrinkText, vehicleText } from './suggestionText'

const OURS = ['vehicle_id', 'driver_id', 'co_driver_id'] as const
const OPERATOR = 'operated_by_partner_id'
const FIELDS = [...OURS, OPERATOR] as const

/** Assigns vehicle and staff to a journey, available ones by rank or any by name, or assigns another operator. */
export default function AssignDialog({ journey, onClose }: { journey: Journey; onClose: () => void }) {
  const format = useFormat()
  const { t } = format
  const titleId = useId()
  const role = useUser()?.role
  const reread = useReread()
  const { busy, refusal, run, forget } = useSubmission()
  const [assignment, setAssignment] = useState<Assignment>({})
  const [reason, setReason] = useState('')
  const { data } = useQuery({
    queryKey: ['journeys', 'suggestions', journey.id, journey.version],
    queryFn: () => readSuggestions(journey.id),
    staleTime: 0,
  })
  const needsReason = problemOf(refusal).code === 'override_required'
  const needsConfirmation = problemOf(refusal).code === 'confirmation_required'
  const operator = assignment[OPERATOR] === undefined ? journey[OPERATOR] : assignment[OPERATOR]
  const isAsked = (field: (typeof FIELDS)[number]) => operator === null || field === OPERATOR
  const changed = FIELDS.filter(
    (field) => isAsked(field) && assignment[field] !== undefined && assignment[field] !== journey[field],
  )
  const valueOf = (field: (typeof OURS)[number]) =>
    assignment[field] === undefined ? journey[field] : assignment[field]
  const set = (field: (typeof FIELDS)[number]) => (id: string | null) => {
    // A warning about one person does not apply to the next choice.
    if (needsConfirmation) forget()
    setAssignment({ ...assignment, [field]: id })
  }
  const save = async () => {
    const body: Assignment = Object.fromEntries(changed.map((field) => [field, assignment[field]]))
    const why = needsReason && reason.trim() ? { override_reason: reason.trim() } : {}
    if (await run(() => assign(journey, { ...body, ...why, ...(needsConfirmation && { accept_warnings: true }) }))) {
      onClose()
      await reread()
    }
  }
  const take = (id: string) => {
    const isDriver = data?.drivers.some((driver) => driver.id === id)
    set(isDriver ? 'driver_id' : 'vehicle_id')(id)
  }
  const mayExceed = role !== undefined && mayOverride(role, 'exceed_driving_limits')
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogTitle id={titleId}>{t('app.operations.assign.title', { code: journey.code })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Refused refusal={refusal} onTake={take} />
          {needsReason && mayExceed && <OverrideReasonBox takesFocus value={reason} onChange={setReason} />}
          <OperatorChoice value={operator} current={operatorOf(journey)} orOurselves onChange={set(OPERATOR)} />
          {operator === null && (
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 6 }}>
              <ResourceChoice
                resource="vehicles"
                title={labelOf(t, 'journeys', 'vehicle_id')}
                choices={data && vehicleChoices(data, format)}
                assigned={journey.vehicle_id}
                value={valueOf('vehicle_id')}
                onChange={set('vehicle_id')}
              />
              <Box sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
                <ResourceChoice
                  resource="staff"
                  title={labelOf(t, 'journeys', 'driver_id')}
                  choices={data && driverChoices(data, format)}
                  assigned={journey.driver_id}
                  value={valueOf('driver_id')}
                  onChange={set('driver_id')}
                />
                <RecordPicker
                  resource="staff"
                  filter={{ status: 'active', roles: 'driver' }}
                  ids={[valueOf('co_driver_id')].filter((id) => typeof id === 'string')}
                  onPick={([id]) => set('co_driver_id')(id ?? null)}
                  box={{ label: labelOf(t, 'journeys', 'co_driver_id') }}
                />
              </Box>
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {t('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={changed.length === 0}>
            {t(needsConfirmation ? 'app.board.give.anyway' : 'app.operations.assign.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const vehicleChoices = ({ vehicles }: Suggestions, format: Format): Choice[] =>
  vehicles.map((vehicle) => ({
    id: vehicle.id,
    label: vehicle.label,
    detail: vehicleText(vehicle, format),
    ...(vehicle.shrinks && { warning: shrinkText(vehicle.shrinks, format) }),
  }))

const driverChoices = ({ drivers }: Suggestions, format: Format): Choice[] =>
  drivers.map(({ id, label, distance_km, warnings }) => ({
    id,
    label,
    detail: away(distance_km, format),
    ...(warnings.length > 0 && {
      warning: format.language === 'en' ? warnings.join(' ') : format.t('app.operations.assign.overLimit'),
    }),
  }))
