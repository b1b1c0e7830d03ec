import Box, { type BoxProps } from '@mui/material/Box'
import type { ElementType } from 'react'

interface ColumnProps extends Omit<BoxProps, 'sx' | 'gap'> {
  component?: ElementType
  /** Between the parts, in steps of the theme's spacing. */
  gap?: number
  /** May become narrower than what is in it. */
  shrinks?: boolean
  /** Makes what is in it no wider than itself. */
  bounded?: boolean
}

/** Parts one below the other, each as wide as all. */
export const Column = ({ gap = 4, shrinks = false, bounded = false, ...rest }: ColumnProps) => (
  <Box
    sx={{
      display: 'grid',
      gap,
      ...(shrinks && { minWidth: 0 }),
      ...(bounded && { gridTemplateColumns: 'minmax(0, 1fr)' }),
    }}
    {...rest}
  />
)
