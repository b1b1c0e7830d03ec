import SwapIcon from '@mui/icons-material/SwapHoriz'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { addDays, today } from '../../../providers/format/dates'
import { dayOf } from '../../../ui/addressValues'
import { DateBox } from '../../../ui/DateBox'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { StationPicker } from '../../../kit/form/StationPicker'
import type { DepartureSearch } from './deskTypes'
import { Column } from '../../../ui/Column'

interface DepartureSearchFormProps {
  search: DepartureSearch
  onChange: (search: DepartureSearch) => void
  /** Prefix of the labels, when the page has several directions. */
  name: string
  /** Hides the station boxes: the return leg uses the stations of the outbound leg. */
  fixedStations?: boolean
  /** Called after a station is chosen, to move the focus on. */
  onStation?: (search: DepartureSearch) => void
  refs?: StationRefs
}

type StationRefs = Readonly<Record<'origin' | 'destination', RefObject<HTMLInputElement | null>>>

/** Origin, destination and day. */
export function DepartureSearchForm({
  search,
  onChange,
  name,
  fixedStations = false,
  onStation,
  refs,
}: DepartureSearchFormProps) {
  const { t } = useFormat()
  const now = useNow()
  const label = (field: string) => t(`resources.reservations.fields.${field}`)
  const days = [today(now), addDays(today(now), 1)] as const
  const isFocusMoved = useRef(false)
  /** Ignores a Tab out of habit right after the focus was moved to the empty box. */
  const stay = (event: KeyboardEvent) => {
    const isEmpty = event.target instanceof HTMLInputElement && event.target.value === ''
    if (isFocusMoved.current && isEmpty && event.key === 'Tab' && !event.shiftKey) event.preventDefault()
    isFocusMoved.current = false
  }
  /** Clears the other station when both would be the same. */
  const choose = (field: 'origin' | 'destination', id: string | null) => {
    const other = field === 'origin' ? 'destination' : 'origin'
    const next = { ...search, [field]: id, [other]: id !== null && search[other] === id ? null : search[other] }
    onChange(next)
    if (id === null) return
    isFocusMoved.current = field === 'origin'
    onStation?.(next)
  }
  const station = (field: 'origin' | 'destination') => (
    <StationPicker
      platforms="fold"
      status="active"
      from={field === 'destination' ? search.origin : null}
      ids={search[field] ? [search[field]] : []}
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
          {/* The destination comes before the swap button, because letters typed on a button are shortcuts. */}
          <Box onKeyDown={stay} onBlur={() => (isFocusMoved.current = false)} sx={{ order: 1 }}>
            {station('destination')}
          </Box>
          <IconButton
            aria-label={t('app.desk.swap')}
            title={t('app.desk.swap')}
            onClick={() => onChange({ ...search, origin: search.destination, destination: search.origin })}
            sx={{ mb: 0.5, justifySelf: 'center' }}
          >
            <SwapIcon />
          </IconButton>
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'end', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '0 1 200px' }}>
          <DateBox
            label={t('app.reservation.date')}
            name={`${name}-date`}
            value={search.date}
            min={days[0]}
            onChange={(day) => dayOf(day) && onChange({ ...search, date: day })}
          />
        </Box>
        {days.map((day, index) => (
          <Button
            key={day}
            aria-pressed={search.date === day}
            variant={search.date === day ? 'outlined' : 'text'}
            onClick={() => onChange({ ...search, date: day })}
          >
            {t(index === 0 ? 'app.desk.today' : 'app.desk.tomorrow')}
          </Button>
        ))}
      </Box>
    </Column>
  )
}
