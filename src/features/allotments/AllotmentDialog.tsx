import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { weekdayNames } from '../../providers/format/names'
import { call, type BodyOf } from '../../providers/http/call'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { RecordPicker } from '../../kit/form/RecordPicker'

/** Partner or departure of a new allotment; the dialog asks for the other one. */
export type AllotmentScope = { partner_id: string } | { journey_id: string }

interface AllotmentDialogProps {
  scope: AllotmentScope
  onDone: () => void
  onClose: () => void
}

const RELEASE_DEFAULT_H = '24'
const SOONEST = { field: 'departs_at', order: 'ASC' } as const
const isNumber = (typed: string) => /^\d{1,4}$/.test(typed)

/** Creates an allotment of seats, on the journeys of a route on one weekday or on one journey. */
export function AllotmentDialog({ scope, onDone, onClose }: AllotmentDialogProps) {
  const { t } = useFormat()
  const [target, setTarget] = useState<Record<string, unknown> | null>(null)
  const [seats, setSeats] = useState('')
  const [release, setRelease] = useState(RELEASE_DEFAULT_H)
  return (
    <TaskDialog
      title={t('app.partnerDesk.allot.add')}
      text={t('app.partnerDesk.allot.text')}
      action={t('app.partnerDesk.allot.add')}
      ready={target !== null && isNumber(seats) && isNumber(release)}
      onConfirm={async () => {
        await call('POST /allotments', {
          body: {
            ...scope,
            ...target,
            seats: Number(seats),
            release_hours_before: Number(release),
          } as BodyOf<'POST /allotments'>,
        })
        onDone()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {'partner_id' in scope ? (
            <DepartureChoice onChoose={setTarget} fault={errors['route_id'] ?? errors['journey_id']} />
          ) : (
            <PartnerChoice onChoose={setTarget} fault={errors['partner_id']} />
          )}
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

interface TargetProps {
  onChoose: (target: Record<string, unknown> | null) => void
  fault: unknown
}

function PartnerChoice({ onChoose, fault }: TargetProps) {
  const { t } = useFormat()
  const [id, setId] = useState<string | null>(null)
  return (
    <RecordPicker
      resource="partners"
      filter={{ status: 'active' }}
      ids={id === null ? [] : [id]}
      onPick={([picked = null]) => {
        setId(picked)
        onChoose(picked === null ? null : { partner_id: picked })
      }}
      box={{ label: t('resources.allotments.fields.partner_id'), ...errorProps(fault) }}
    />
  )
}

function DepartureChoice({ onChoose, fault }: TargetProps) {
  const { t, locale } = useFormat()
  const [isWeekly, setWeekly] = useState(true)
  const [id, setId] = useState<string | null>(null)
  const [weekday, setWeekday] = useState(1)
  const [ahead] = useState(() => ({ kind: 'passenger', departs_at_gte: new Date().toISOString() }))
  const choose = (picked: string | null, weekly: boolean, day: number) => {
    setId(picked)
    setWeekly(weekly)
    setWeekday(day)
    const target = weekly ? { route_id: picked, weekday: day } : { journey_id: picked }
    onChoose(picked === null ? null : target)
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isWeekly}
        aria-label={t('app.partnerDesk.allot.where')}
        onChange={(_, weekly: boolean | null) => weekly !== null && choose(null, weekly, weekday)}
      >
        <ToggleButton value={true}>{t('app.partnerDesk.allot.weekly')}</ToggleButton>
        <ToggleButton value={false}>{t('app.partnerDesk.allot.once')}</ToggleButton>
      </ToggleButtonGroup>
      <RecordPicker
        key={String(isWeekly)}
        resource={isWeekly ? 'routes' : 'journeys'}
        filter={isWeekly ? { status: 'active' } : ahead}
        {...(!isWeekly && { sort: SOONEST })}
        ids={id === null ? [] : [id]}
        onPick={([picked = null]) => choose(picked, isWeekly, weekday)}
        box={{ label: t(`resources.allotments.fields.${isWeekly ? 'route_id' : 'journey_id'}`), ...errorProps(fault) }}
      />
      {isWeekly && (
        <TextField
          select
          label={t('app.partnerDesk.allot.weekday')}
          value={weekday}
          onChange={(event) => choose(id, true, Number(event.target.value))}
        >
          {weekdayNames(locale, 'long').map(({ day, name }) => (
            <MenuItem key={day} value={day}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  )
}

const errorProps = (fault: unknown) => ({
  error: fault !== undefined,
  ...(typeof fault === 'string' && { helperText: fault }),
})
