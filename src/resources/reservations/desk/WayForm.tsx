import SwapIcon from '@mui/icons-material/SwapHoriz'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { addDays, today } from '../../../providers/format/dates'
import { dayOf } from '../../../ui/addressValues'
import { DateField } from '../../../ui/DateField'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { StationPicker } from '../../../kit/form/StationPicker'
import type { Way } from './deskTypes'
import { Column } from '../../../ui/Column'

interface WayFormProps {
  way: Way
  onChange: (way: Way) => void
  /** Stands before the names of its boxes where the page has several ways. */
  name: string
  /** The way there, whose stations the way back has too. */
  fixedStations?: boolean
  /** Told once a station was chosen, which leads on. */
  onStation?: (way: Way) => void
  /** The boxes of the stations. */
  refs?: StationRefs
}

type StationRefs = Readonly<Record<'origin' | 'destination', RefObject<HTMLInputElement | null>>>

/** From where to where, and on which day. */
export function WayForm({ way, onChange, name, fixedStations = false, onStation, refs }: WayFormProps) {
  const { t } = useFormat()
  const now = useNow()
  const label = (field: string) => t(`resources.reservations.fields.${field}`)
  const days = [today(now), addDays(today(now), 1)] as const
  const isLed = useRef(false)
  /** Whoever was led to an empty box and presses Tab first, out of habit, is where they want to be already. */
  const stay = (event: KeyboardEvent) => {
    const isEmpty = event.target instanceof HTMLInputElement && event.target.value === ''
    if (isLed.current && isEmpty && event.key === 'Tab' && !event.shiftKey) event.preventDefault()
    isLed.current = false
  }
  /** Nobody travels from a station to itself: the other box is emptied where it has the same. */
  const choose = (field: 'origin' | 'destination', id: string | null) => {
    const other = field === 'origin' ? 'destination' : 'origin'
    const next = { ...way, [field]: id, [other]: id !== null && way[other] === id ? null : way[other] }
    onChange(next)
    if (id === null) return
    isLed.current = field === 'origin'
    onStation?.(next)
  }
  const station = (field: 'origin' | 'destination') => (
    <StationPicker
      platforms="fold"
      status="active"
      from={field === 'destination' ? way.origin : null}
      ids={way[field] ? [way[field]] : []}
      onPick={([id]) => choose(field, id ?? null)}
      box={{ label: label(`${field}_station_id`), name: `${name}-${field}`, ...(refs && { inputRef: refs[field] }) }}
    />
  )
  return (
    <Column>
      {!fixedStations && (
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '1fr auto 1fr' },
            gap: { xs: 4, sm: 2 },
            alignItems: 'end',
          }}
        >
          {station('origin')}
          {/* The next key goes to where to: whoever types on means that, and letters on a button are shortcuts. */}
          <Box onKeyDown={stay} onBlur={() => (isLed.current = false)} sx={{ order: 1 }}>
            {station('destination')}
          </Box>
          <IconButton
            aria-label={t('app.desk.swap')}
            title={t('app.desk.swap')}
            onClick={() => onChange({ ...way, origin: way.destination, destination: way.origin })}
            sx={{ mb: 0.5, justifySelf: 'center' }}
          >
            <SwapIcon />
          </IconButton>
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'end', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '0 1 200px' }}>
          <DateField
            label={t('app.reservation.date')}
            name={`${name}-date`}
            value={way.date}
            min={days[0]}
            onChange={(day) => dayOf(day) && onChange({ ...way, date: day })}
          />
        </Box>
        {days.map((day, index) => (
          <Button
            key={day}
            aria-pressed={way.date === day}
            variant={way.date === day ? 'outlined' : 'text'}
            onClick={() => onChange({ ...way, date: day })}
          >
            {t(index === 0 ? 'app.desk.today' : 'app.desk.tomorrow')}
          </Button>
        ))}
      </Box>
    </Column>
  )
}
