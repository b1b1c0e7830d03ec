import ChevronLeftIcon from '@mui/icons-material/ChevronLeft'
import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import ZoomInIcon from '@mui/icons-material/AddOutlined'
import ZoomOutIcon from '@mui/icons-material/RemoveOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { BOARD_ROWS } from '../../../../contract/operations/board'
import { dayOf } from '../../../ui/addressValues'
import { DateBox } from '../../../ui/DateBox'
import { useFormat } from '../../../ui/useFormat'
import { RecordPicker } from '../../../kit/form/RecordPicker'
import { labelOf } from '../../../kit/labels'
import { ZOOMS, type BoardState } from './useBoardState'

const MIRRORED = { 'html[dir=rtl] &': { transform: 'scaleX(-1)' } }

const PICKERS = [
  ['station_id', 'stations'],
  ['route_id', 'routes'],
  ['vehicle_type_id', 'vehicle-types'],
] as const

/** Day, row type and journey filters of the board. */
export function BoardToolbar({ state }: { state: BoardState }) {
  const { t } = useFormat()
  const { date, by, zoom, zoomTo, filter, unassigned, set, turn, isToday, toToday } = state
  return (
    <Box
      sx={{
        display: 'flex',
        columnGap: 2,
        rowGap: 1,
        flexWrap: 'wrap',
        alignItems: 'center',
        flex: 'none',
        mb: { xs: 3, md: 0 },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <IconButton aria-label={t('app.board.before')} onClick={() => turn(-1)}>
          <ChevronLeftIcon sx={MIRRORED} />
        </IconButton>
        <DateBox
          ariaLabel={t('app.board.date')}
          value={date}
          zone={state.zone}
          onChange={(day) => (day === '' || dayOf(day)) && set({ date: day })}
          sx={{ width: 200 }}
        />
        <IconButton aria-label={t('app.board.after')} onClick={() => turn(1)}>
          <ChevronRightIcon sx={MIRRORED} />
        </IconButton>
        <Button onClick={toToday} disabled={isToday}>
          {t('app.operations.week.today')}
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
      <Box
        role="group"
        aria-label={t('app.board.zoom')}
        sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center' }}
      >
        <IconButton
          size="small"
          aria-label={t('app.board.zoomOut')}
          disabled={zoom === ZOOMS.at(-1)}
          onClick={() => zoomTo(ZOOMS[ZOOMS.indexOf(zoom) + 1] ?? zoom)}
        >
          <ZoomOutIcon fontSize="small" />
        </IconButton>
        <TextField
          select
          size="small"
          value={zoom}
          onChange={(event) => zoomTo(ZOOMS.find((one) => one === event.target.value) ?? zoom)}
          slotProps={{ htmlInput: { 'aria-label': t('app.board.zoom') } }}
          sx={{ width: 108 }}
        >
          {ZOOMS.map((value) => (
            <MenuItem key={value} value={value}>
              {t(`app.board.zooms.${value}`)}
            </MenuItem>
          ))}
        </TextField>
        <IconButton
          size="small"
          aria-label={t('app.board.zoomIn')}
          disabled={zoom === ZOOMS[0]}
          onClick={() => zoomTo(ZOOMS[ZOOMS.indexOf(zoom) - 1] ?? zoom)}
        >
          <ZoomInIcon fontSize="small" />
        </IconButton>
      </Box>
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
