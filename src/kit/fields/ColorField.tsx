import Box from '@mui/material/Box'
import { nothing, useText, type ValueProps } from './field'
import { CodeField } from './TextFields'

/** Colour as a sample and its code. */
export function ColorField(props: ValueProps) {
  const value = useText(props)
  if (value === null) return nothing(props)
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 14, height: 14, borderRadius: 1, bgcolor: value, border: 1, borderColor: 'divider' }}
      />
      <CodeField {...props} bare={false} />
    </Box>
  )
}
