import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import { mayOverride, type Override } from '../../../../contract/core/permissions'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits/console'
import { fromZonedInput, ownTimeZone, toZonedInput } from '../../../providers/format/dates'
import { useUser } from '../../../providers/auth/useSession'
import { isSame } from '../../../providers/data/changes'
import { DateBox } from '../../../ui/DateBox'
import { useDebounced } from '../../../ui/useDebounced'
import { NOTHING } from '../../../ui/Muted'
import { numberFormat } from '../../../providers/format/intl'
import { useFormat } from '../../../ui/useFormat'
import { useStationZone } from '../../../kit/RecordLink'
import { HireEndBox } from '../desk/HireEndBox'
import { OverrideReasonBox } from '../../../features/reassignment/OverrideReasonBox'
import { Instant } from '../../../ui/Instant'
import { messageOf } from '../../../ui/fieldTexts'
import { ChangeCost, type Compared } from './ChangeCost'
import { ChangeDialog } from './ChangeDialog'
import type { DialogProps } from './dialogProps'
import { CUSTOMER_REQUEST } from './ChangeReasonFields'

interface Draft {
  starts: string
  ends: string
  distance: string
}

/** Permissions that let a role confirm a refusal, by its code. */
const CONFIRMABLE: Partial<Record<string, Override>> = { confirmation_required: 'hire_in_past', sold_out: 'overbook' }

/** Returns the hire with the typed times and distance; null when one of them is invalid. */
function hireOf(hire: Hire, { starts, ends, distance }: Draft, zone: string): Hire | null {
  const [starts_at, ends_at] = [fromZonedInput(starts, zone), fromZonedInput(ends, zone)]
  const km = Number(distance.replace(',', '.'))
  if (!starts_at || !ends_at || Number.isNaN(km) || km < 0) return null
  return { ...hire, starts_at, ends_at, distance_km: distance.trim() === '' ? null : km }
}

/** Changes the times and the distance of a hire. */
export function ChangeHireDialog({ hire, ...props }: DialogProps & { hire: Hire }) {
  const { t, locale } = useFormat()
  const zone = useStationZone(hire.pickup.station_id) ?? ownTimeZone()
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const draft = {
    starts: toZonedInput(hire.starts_at, zone),
    ends: toZonedInput(hire.ends_at, zone),
    distance: hire.distance_km === null ? '' : String(hire.distance_km),
    ...typed,
  }
  const [overrideReason, setOverrideReason] = useState('')
  const [acceptsWarnings, setAcceptsWarnings] = useState(false)
  const role = useUser()?.role
  const may = (override: Override | undefined) =>
    override !== undefined && role !== undefined && mayOverride(role, override)
  const next = hireOf(hire, draft, zone)
  const settled = useDebounced(next, FILTER_DEBOUNCE_MS)
  const settledReason = useDebounced(overrideReason.trim(), FILTER_DEBOUNCE_MS)
  const isChanged = settled !== null && !isSame(typed, {}) && !isSame(settled, hire)
  const set = (part: Partial<Draft>) => {
    // A confirmed warning does not apply to the next choice.
    setAcceptsWarnings(false)
    setTyped({ ...typed, ...part })
  }
  const named = (name: 'starts_at' | 'ends_at' | 'distance_km') => t(`resources.reservations.fields.hire_${name}`)
  const km = (run: Hire) =>
    run.distance_km === null ? NOTHING : t('app.unit.km', { value: numberFormat(locale).format(run.distance_km) })
  const facts: Compared[] = settled
    ? [
        ...(['starts_at', 'ends_at'] as const)
          .filter((name) => settled[name] !== hire[name])
          .map((name) => ({
            label: named(name),
            before: <Instant value={hire[name]} zone={zone} />,
            after: <Instant value={settled[name]} zone={zone} />,
          })),
        ...(settled.distance_km === hire.distance_km
          ? []
          : [{ label: named('distance_km'), before: km(hire), after: km(settled) }]),
      ]
    : []
  return (
    <ChangeDialog
      {...props}
      isWide
      title={t('app.desk.steps.change')}
      actionOf={() => t('app.desk.change.apply')}
      dismissal={t('app.desk.change.discard')}
      usually={CUSTOMER_REQUEST}
      verb="change-hire"
      change={
        isChanged
          ? {
              hire: settled,
              ...(settledReason !== '' && { override_reason: settledReason }),
              ...(acceptsWarnings && { accept_warnings: true }),
            }
          : null
      }
      isSettled={isSame(settled, next) && settledReason === overrideReason.trim()}
      outcome={(after) => <ChangeCost before={props.reservation} after={after} facts={facts} />}
    >
      {(errors, code) => (
        <>
          <DateBox
            kind="dayTime"
            label={named('starts_at')}
            value={draft.starts}
            zone={zone}
            onChange={(starts) => set({ starts })}
            error={errors['hire.starts_at'] !== undefined}
            helperText={messageOf(errors['hire.starts_at'])}
          />
          <HireEndBox starts={draft.starts} ends={draft.ends} zone={zone} onEnds={(ends) => set({ ends })} />
          <TextField
            label={`${named('distance_km')} (${t('app.unitShort.km')})`}
            value={draft.distance}
            onChange={(event) => set({ distance: event.target.value })}
            error={errors['hire.distance_km'] !== undefined}
            helperText={messageOf(errors['hire.distance_km'])}
            slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' }, inputLabel: { shrink: true } }}
          />
          {may('exceed_driving_limits') && (overrideReason !== '' || errors['driver_id'] !== undefined) && (
            <OverrideReasonBox value={overrideReason} onChange={setOverrideReason} />
          )}
          {(acceptsWarnings || may(CONFIRMABLE[code ?? ''])) && (
            <FormControlLabel
              control={
                <Checkbox checked={acceptsWarnings} onChange={(event) => setAcceptsWarnings(event.target.checked)} />
              }
              label={t('resources.reservations.fields.accept_warnings')}
            />
          )}
        </>
      )}
    </ChangeDialog>
  )
}
