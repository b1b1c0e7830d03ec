import Box, { type BoxProps } from '@mui/material/Box'
import type { ElementType } from 'react'

const WEIGHTS = { medium: 550, bold: 600 } as const
const TONES = { secondary: 'text.secondary', error: 'error.main' } as const

interface TextProps extends Omit<BoxProps, 'sx'> {
  component?: ElementType
  /** Typography role for the font size; that of the surrounding text unless given. */
  size?: 'body2' | 'caption'
  weight?: keyof typeof WEIGHTS
  tone?: keyof typeof TONES
  /** Whether long words may break, for text that users have written. */
  breaks?: boolean
}

/** Text that differs from its surroundings in size, weight or colour. */
export const Text = ({ size, weight, tone, breaks = false, ...rest }: TextProps) => (
  <Box
    sx={{
      ...(size && { fontSize: `${size}.fontSize` }),
      ...(weight && { fontWeight: WEIGHTS[weight] }),
      ...(tone && { color: TONES[tone] }),
      ...(breaks && { overflowWrap: 'anywhere' }),
    }}
    {...rest}
  />
)

export const SecondaryText = (props: Omit<TextProps, 'tone'>) => <Text tone="secondary" {...props} />
