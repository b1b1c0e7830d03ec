import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import { mayOverride } from '../../../../contract/core/permissions'
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
import { CUSTOMER_REQUEST } from './WhyFields'

interface Draft {
  starts: string
  ends: string
  distance: string
}

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
  const [why, setWhy] = useState('')
  const role = useUser()?.role
  const mayExceed = role !== undefined && mayOverride(role, 'exceed_driving_limits')
  const next = hireOf(hire, draft, zone)
  const settled = useDebounced(next, FILTER_DEBOUNCE_MS)
  const settledWhy = useDebounced(why.trim(), FILTER_DEBOUNCE_MS)
  const isChanged = settled !== null && !isSame(typed, {}) && !isSame(settled, hire)
  const set = (part: Partial<Draft>) => setTyped({ ...typed, ...part })
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
      change={isChanged ? { hire: settled, ...(settledWhy !== '' && { override_reason: settledWhy }) } : null}
      isSettled={isSame(settled, next) && settledWhy === why.trim()}
      outcome={(after) => <ChangeCost before={props.reservation} after={after} facts={facts} />}
    >
      {(errors) => (
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
          {mayExceed && (why !== '' || errors['driver_id'] !== undefined) && (
            <OverrideReasonBox value={why} onChange={setWhy} />
          )}
        </>
      )}
    </ChangeDialog>
  )
}
