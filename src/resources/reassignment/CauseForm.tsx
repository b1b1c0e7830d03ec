import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { fromZonedInput, toZonedInput } from '../../providers/format/dates'
import { ClockField } from '../../ui/ClockField'
import { useFormat } from '../../ui/useFormat'
import type { Kind } from './reassignmentApi'
import { LENGTHS, type Length } from './spans'
import { KINDS_OF, type ReassignmentState } from './useReassignment'
import { Column } from '../../ui/Column'

/** Why, from when and until when a vehicle or person is away. */
export function CauseForm({ kind, zone, state }: { kind: Kind; zone: string; state: ReassignmentState }) {
  const { t } = useFormat()
  const lengths = kind === 'vehicle' ? LENGTHS : LENGTHS.filter((length) => length !== 'open')
  const wall = (instant: string | null) => (instant === null ? '' : toZonedInput(instant, zone))
  return (
    <Column>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 2fr' }, gap: 4 }}>
        <TextField
          select
          label={t('app.depot.resolve.kind')}
          value={state.why}
          onChange={(event) => state.setWhy(event.target.value)}
        >
          {KINDS_OF[kind].map((choice) => (
            <MenuItem key={choice} value={choice}>
              {t(`choices.${kind === 'vehicle' ? 'downtimeKinds' : 'absenceKinds'}.${choice}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={t('app.depot.resolve.note')}
          value={state.note}
          onChange={(event) => state.setNote(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('app.depot.resolve.length')}
        value={state.length}
        onChange={(_event, length: Length | null) => length && state.setLength(length)}
        sx={{ flexWrap: 'wrap' }}
      >
        {lengths.map((length) => (
          <ToggleButton key={length} value={length}>
            {t(`app.depot.resolve.lengths.${length}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
        <ClockField
          label={t('app.depot.resolve.from')}
          wall={wall(state.from)}
          zone={zone}
          onWall={(typed) => {
            const instant = fromZonedInput(typed, zone)
            if (instant) state.setFrom(instant)
          }}
        />
        <ClockField
          label={t('app.depot.resolve.to')}
          wall={wall(state.to)}
          zone={zone}
          error={!state.isSpan}
          helperText={
            state.isSpan ? state.to === null && t('app.depot.resolve.lengths.open') : t('app.depot.resolve.order')
          }
          onWall={(typed) => state.setUntil(fromZonedInput(typed, zone))}
        />
      </Box>
    </Column>
  )
}
