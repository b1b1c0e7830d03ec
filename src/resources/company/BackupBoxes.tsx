import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useFormat } from '../../ui/useFormat'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** When backups are made by themselves, and how many stay. */
export function BackupBoxes({ box }: { box: (name: 'backup_hour' | 'backups_kept') => TextFieldProps }) {
  const { t } = useFormat()
  return (
    <>
      <TextField
        select
        {...box('backup_hour')}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('app.backups.off')}</MenuItem>
        {HOURS.map((hour) => (
          <MenuItem key={hour} value={String(hour)}>
            <bdi>{`${String(hour).padStart(2, '0')}:00`}</bdi>
          </MenuItem>
        ))}
      </TextField>
      <TextField {...box('backups_kept')} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
    </>
  )
}
