import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import { MONOSPACE } from '../../../theme/theme'
import { BoxInput } from './BoxInput'
import { useField, type InputProps } from './useField'

const BLACK = '#000000'

/** A colour, typed as `#1a7f5a` or picked. */
export function ColorInput(props: InputProps) {
  const { value, set, label } = useField(props)
  const shown = typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value) ? value : BLACK
  return (
    <BoxInput
      {...props}
      monospaced={MONOSPACE}
      dir="ltr"
      keep={(text) => text.toLowerCase() || null}
      end={
        <InputAdornment position="end">
          <Box
            component="input"
            type="color"
            aria-label={label}
            value={shown}
            onChange={(event) => set(event.target.value)}
            sx={{ width: 24, height: 24, p: 0, border: 0, borderRadius: 1, background: 'none', cursor: 'pointer' }}
          />
        </InputAdornment>
      }
    />
  )
}
