import Box from '@mui/material/Box'
import { MONOSPACE } from './theme/theme'

/** Registration plate, left to right in every language. */
export function Plate({ children }: { children: string }) {
  return (
    <Box
      component="span"
      dir="ltr"
      sx={{
        fontFamily: MONOSPACE,
        fontSize: 'caption.fontSize',
        fontWeight: 600,
        letterSpacing: '0.03em',
        whiteSpace: 'nowrap',
        px: 1.5,
        py: 0.25,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: (theme) => theme.colours.muted,
        color: 'text.primary',
      }}
    >
      {children}
    </Box>
  )
}
