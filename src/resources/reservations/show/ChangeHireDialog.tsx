import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits'
import { fromZonedInput, ownTimeZone, toZonedInput } from '../../../providers/format/dates'
import { isSame } from '../../../providers/data/changes'
import { ClockField } from '../../../ui/ClockField'
import { useDebounced } from '../../../ui/useDebounced'
import { useFormat } from '../../../ui/useFormat'
import { useStationZone } from '../../../kit/RecordLink'
import { HireEndField } from '../desk/HireEndField'
import { ChangeDialog } from './ChangeDialog'
import type { DialogProps } from './dialogProps'

interface Draft {
  starts: string
  ends: string
  distance: string
}

/** The hire with another time and distance; null while one of them is none. */
function hireOf(hire: Hire, { starts, ends, distance }: Draft, zone: string): Hire | null {
  const [starts_at, ends_at] = [fromZonedInput(starts, zone), fromZonedInput(ends, zone)]
  const km = Number(distance.replace(',', '.'))
  if (!starts_at || !ends_at || Number.isNaN(km) || km < 0) return null
  return { ...hire, starts_at, ends_at, distance_km: distance.trim() === '' ? null : km }
}

/** Changes when and how far a hired vehicle runs. */
export function ChangeHireDialog({ hire, ...props }: DialogProps & { hire: Hire }) {
  const { t } = useFormat()
  const zone = useStationZone(hire.pickup.station_id) ?? ownTimeZone()
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const draft = {
    starts: toZonedInput(hire.starts_at, zone),
    ends: toZonedInput(hire.ends_at, zone),
    distance: hire.distance_km === null ? '' : String(hire.distance_km),
    ...typed,
  }
  const next = hireOf(hire, draft, zone)
  const settled = useDebounced(next, FILTER_DEBOUNCE_MS)
  const isChanged = settled !== null && !isSame(typed, {}) && !isSame(settled, hire)
  const set = (part: Partial<Draft>) => setTyped({ ...typed, ...part })
  const named = (name: 'starts_at' | 'distance_km') => t(`resources.reservations.fields.hire_${name}`)
  return (
    <ChangeDialog
      {...props}
      title={t('app.desk.steps.change_hire')}
      verb="change-hire"
      change={isChanged ? { hire: settled } : null}
      isSettled={isSame(settled, next)}
    >
      <ClockField
        label={named('starts_at')}
        wall={draft.starts}
        zone={zone}
        onWall={(starts) => set({ starts })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <HireEndField starts={draft.starts} ends={draft.ends} zone={zone} onEnds={(ends) => set({ ends })} />
      <TextField
        label={`${named('distance_km')} (${t('app.unitShort.km')})`}
        value={draft.distance}
        onChange={(event) => set({ distance: event.target.value })}
        slotProps={{ htmlInput: { dir: 'ltr', inputMode: 'decimal' }, inputLabel: { shrink: true } }}
      />
    </ChangeDialog>
  )
}
