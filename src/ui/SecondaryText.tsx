import Box, { type BoxProps } from '@mui/material/Box'
import type { ElementType } from 'react'

interface SecondaryTextProps extends Omit<BoxProps, 'sx'> {
  component?: ElementType
  /** The typography role that gives its size; that of the text around it unless given. */
  size?: 'body2' | 'caption'
}

/** What is said beside the main thing. */
export const SecondaryText = ({ size, ...rest }: SecondaryTextProps) => (
  <Box sx={{ color: 'text.secondary', ...(size && { fontSize: `${size}.fontSize` }) }} {...rest} />
)
