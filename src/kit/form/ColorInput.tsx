import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import { MONOSPACE } from '../../ui/theme/theme'
import { BoxInput } from './BoxInput'
import { useField, type InputProps } from './useField'

const BLACK = '#000000'

/** A colour, typed as `#1a7f5a` or picked. */
export function ColorInput(props: InputProps) {
  const { value, set, label } = useField(props)
  const isColour = typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)
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
            value={isColour ? value : BLACK}
            onChange={(event) => set(event.target.value)}
            sx={{
              width: 24,
              height: 24,
              p: 0,
              border: 0,
              borderRadius: 1,
              background: 'none',
              cursor: 'pointer',
              // Nothing chosen is not black.
              ...(!isColour && {
                border: '1px dashed',
                borderColor: 'text.disabled',
                '&::-webkit-color-swatch, &::-moz-color-swatch': { opacity: 0 },
              }),
            }}
          />
        </InputAdornment>
      }
    />
  )
}
