import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { REASON_MAX_CHARS } from '../../../contract/core/limits/texts'
import { fromZonedInput, toZonedInput } from '../../providers/format/dates'
import { DateBox } from '../../ui/DateBox'
import { useFormat } from '../../ui/useFormat'
import type { Kind } from './reassignmentApi'
import { LENGTHS, type Length } from './plan'
import { KINDS_OF, type ReassignmentState } from './useReassignment'
import { Column, FormColumns } from '../../ui/Column'
import { SelectBox } from '../../ui/SelectBox'

/** Form for the reason, start and end of a downtime or an absence. */
export function CauseForm({ kind, zone, state }: { kind: Kind; zone: string; state: ReassignmentState }) {
  const { t } = useFormat()
  const lengths = kind === 'vehicle' ? LENGTHS : LENGTHS.filter((length) => length !== 'open')
  const wall = (instant: string | null) => (instant === null ? '' : toZonedInput(instant, zone))
  return (
    <Column>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 2fr' }, gap: 4 }}>
        <SelectBox
          label={t('app.operations.resolve.kind')}
          value={state.why}
          onChange={(next) => state.setWhy(next)}
          options={KINDS_OF[kind]}
          labelOf={(choice) => t(`choices.${kind === 'vehicle' ? 'downtimeKinds' : 'absenceKinds'}.${choice}`)}
        />
        <TextField
          label={t('app.operations.resolve.note')}
          value={state.note}
          onChange={(event) => state.setNote(event.target.value)}
          slotProps={{ htmlInput: { maxLength: REASON_MAX_CHARS } }}
        />
      </Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('app.operations.resolve.length')}
        value={state.length}
        onChange={(_event, length: Length | null) => length && state.setLength(length)}
        sx={{ flexWrap: 'wrap' }}
      >
        {lengths.map((length) => (
          <ToggleButton key={length} value={length}>
            {t(`app.operations.resolve.lengths.${length}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FormColumns>
        <DateBox
          kind="dayTime"
          label={t('app.operations.resolve.from')}
          value={wall(state.from)}
          zone={zone}
          onChange={(typed) => {
            const instant = fromZonedInput(typed, zone)
            if (instant) state.setFrom(instant)
          }}
        />
        <DateBox
          kind="dayTime"
          label={t('app.operations.resolve.to')}
          value={wall(state.to)}
          zone={zone}
          error={!state.isSpan || state.endMessage !== undefined}
          helperText={
            state.isSpan
              ? (state.endMessage ?? (state.to === null && t('app.operations.resolve.lengths.open')))
              : t('app.operations.resolve.order')
          }
          onChange={(typed) => {
            const instant = fromZonedInput(typed, zone)
            if (instant || typed === '') state.setUntil(instant)
          }}
        />
      </FormColumns>
    </Column>
  )
}
