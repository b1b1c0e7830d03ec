import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { BOARD_ROWS } from '../../../../contract/operations/board'
import { useFormat } from '../../../ui/useFormat'
import { RecordPicker } from '../../../kit/form/RecordPicker'
import { labelOf } from '../../../kit/labels'
import { RANGES, type BoardState } from './useBoardState'

const MIRRORED = { 'html[dir=rtl] &': { transform: 'scaleX(-1)' } }

const PICKERS = [
  ['station_id', 'stations'],
  ['route_id', 'routes'],
  ['vehicle_type_id', 'vehicle-types'],
] as const

/** Which day, whose rows, and which journeys the board shows. */
export function BoardToolbar({ state }: { state: BoardState }) {
  const { t } = useFormat()
  const { date, by, range, filter, unassigned, set, turn, isToday, toToday } = state
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', mb: 3 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <IconButton aria-label={t('app.board.before')} onClick={() => turn(-1)}>
          <ChevronLeftIcon sx={MIRRORED} />
        </IconButton>
        <TextField
          type="date"
          size="small"
          value={date}
          onChange={(event) => set({ date: event.target.value })}
          slotProps={{ htmlInput: { 'aria-label': t('app.board.date') } }}
        />
        <IconButton aria-label={t('app.board.after')} onClick={() => turn(1)}>
          <ChevronRightIcon sx={MIRRORED} />
        </IconButton>
        <Button onClick={toToday} disabled={isToday}>
          {t('app.depot.week.today')}
        </Button>
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('app.board.rows')}
        value={by}
        onChange={(_event, value: string | null) => value !== null && set({ by: value === 'vehicle' ? null : value })}
      >
        {BOARD_ROWS.map((value) => (
          <ToggleButton key={value} value={value}>
            {t(`app.board.by.${value}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('app.board.span')}
        value={range}
        onChange={(_event, value: string | null) => value !== null && set({ range: value === 'day' ? null : value })}
        sx={{ display: { xs: 'none', md: 'inline-flex' } }}
      >
        {RANGES.map((value) => (
          <ToggleButton key={value} value={value}>
            {t(`app.board.range.${value}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {PICKERS.map(([name, resource]) => (
        <Box key={name} sx={{ flex: { xs: '1 0 100%', sm: '1 1 112px' }, maxWidth: { sm: 156 } }}>
          <RecordPicker
            resource={resource}
            ids={filter[name] === undefined ? [] : [filter[name]]}
            onPick={([id]) => set({ [name]: id ?? null })}
            ariaLabel={name === 'station_id' ? t('app.board.station') : labelOf(t, 'journeys', name)}
            box={{ placeholder: name === 'station_id' ? t('app.board.station') : labelOf(t, 'journeys', name) }}
          />
        </Box>
      ))}
      <FormControlLabel
        control={
          <Switch
            size="small"
            checked={unassigned}
            onChange={(event) => set({ unassigned: event.target.checked ? 'true' : null })}
          />
        }
        label={t('app.board.onlyOpen')}
        sx={{ mx: 0, gap: 1 }}
        slotProps={{ typography: { sx: { fontSize: 'body2.fontSize' } } }}
      />
    </Box>
  )
}
