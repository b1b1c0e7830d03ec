import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { Plate } from '../../ui/Plate'
import { useFormat } from '../../ui/useFormat'
import { RecordPicker } from '../../kit/form/RecordPicker'
import type { Suggestion } from './plan'
import { RESOURCE_OF, type Kind } from './reassignmentApi'

interface ReplacementBoxProps {
  kind: Kind
  /** Suitable vehicles or people, the best first. */
  offered: readonly Suggestion[]
  /** Id of the chosen vehicle or person. */
  picked: string | undefined
  /** Called without an id to search for another one by name. */
  onPick: (id: string | undefined) => void
}

const FILTERS = { vehicle: { status: 'available' }, staff: { status: 'active', roles: 'driver' } }
const OTHER = 'other'

/** Selects the vehicle or person that takes over: one of those offered, or another one by name. */
export function ReplacementBox({ kind, offered, picked, onPick }: ReplacementBoxProps) {
  const { t } = useFormat()
  const isOther = offered.length === 0 || (picked !== undefined && !offered.some(({ id }) => id === picked))
  const label = t(`app.operations.resolve.by.${kind}`)
  if (isOther || picked === undefined)
    return (
      <RecordPicker
        resource={RESOURCE_OF[kind]}
        filter={FILTERS[kind]}
        ids={picked === undefined ? [] : [picked]}
        onPick={([id]) => onPick(id ?? offered[0]?.id)}
        box={{ label }}
      />
    )
  return (
    <TextField
      select
      size="small"
      label={label}
      value={picked}
      onChange={(event) => onPick(event.target.value === OTHER ? undefined : event.target.value)}
    >
      {offered.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {kind === 'vehicle' ? <Plate>{one.label}</Plate> : <bdi>{one.label}</bdi>}
        </MenuItem>
      ))}
      <MenuItem value={OTHER}>{t('app.operations.assign.other')}</MenuItem>
    </TextField>
  )
}
