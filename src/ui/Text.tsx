import Box, { type BoxProps } from '@mui/material/Box'
import type { ElementType } from 'react'

const WEIGHTS = { medium: 550, bold: 600 } as const
const TONES = { secondary: 'text.secondary', error: 'error.main' } as const

interface TextProps extends Omit<BoxProps, 'sx'> {
  component?: ElementType
  /** The typography role that gives its size; that of the text around it unless given. */
  size?: 'body2' | 'caption'
  weight?: keyof typeof WEIGHTS
  tone?: keyof typeof TONES
  /** May be broken within a word, where somebody has written one that is too long for its place. */
  breaks?: boolean
}

/** Words that stand out from those around them. */
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

/** What is said beside the main thing. */
export const SecondaryText = (props: Omit<TextProps, 'tone'>) => <Text tone="secondary" {...props} />
