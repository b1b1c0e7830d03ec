import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { weekdayNames } from '../../../format/names'
import { postJson } from '../../../providers/http/api'
import { TaskDialog } from '../../../ui/TaskDialog'
import { useFormat } from '../../../ui/useFormat'
import { RecordPicker } from '../../builder/form/RecordPicker'

interface AllotmentDialogProps {
  partnerId: string
  onDone: () => void
  onClose: () => void
}

const RELEASE_DEFAULT_H = '24'
const isNumber = (typed: string) => /^\d{1,4}$/.test(typed)

/** Sets seats aside on a route's journeys of one weekday. */
export function AllotmentDialog({ partnerId, onDone, onClose }: AllotmentDialogProps) {
  const { t, locale } = useFormat()
  const [routeId, setRouteId] = useState<string | null>(null)
  const [weekday, setWeekday] = useState(1)
  const [seats, setSeats] = useState('')
  const [release, setRelease] = useState(RELEASE_DEFAULT_H)
  return (
    <TaskDialog
      title={t('app.partnerDesk.allot.add')}
      text={t('app.partnerDesk.allot.text')}
      action={t('app.partnerDesk.allot.add')}
      ready={routeId !== null && isNumber(seats) && isNumber(release)}
      onConfirm={async () => {
        await postJson('/allotments/', {
          partner_id: partnerId,
          route_id: routeId,
          weekday,
          seats: Number(seats),
          release_hours_before: Number(release),
        })
        onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <RecordPicker
            resource="routes"
            filter={{ status: 'active' }}
            ids={routeId === null ? [] : [routeId]}
            onPick={([id]) => setRouteId(id ?? null)}
            box={{ label: t('app.partnerDesk.terms.route'), error: errors['route_id'] !== undefined }}
          />
          <TextField
            select
            label={t('app.partnerDesk.allot.weekday')}
            value={weekday}
            onChange={(event) => setWeekday(Number(event.target.value))}
          >
            {weekdayNames(locale, 'long').map(({ day, name }) => (
              <MenuItem key={day} value={day}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={t('app.partnerDesk.allot.seats')}
            value={seats}
            onChange={(event) => setSeats(event.target.value)}
            error={errors['seats'] !== undefined}
            helperText={typeof errors['seats'] === 'string' ? errors['seats'] : undefined}
            slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr' } }}
          />
          <TextField
            label={t('app.partnerDesk.allot.release')}
            value={release}
            onChange={(event) => setRelease(event.target.value)}
            error={!isNumber(release)}
            slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr' } }}
          />
        </>
      )}
    </TaskDialog>
  )
}
