import Box, { type BoxProps } from '@mui/material/Box'
import type { ElementType, ReactNode } from 'react'

interface ColumnProps extends Omit<BoxProps, 'sx' | 'gap'> {
  component?: ElementType
  /** Between the parts, in steps of the theme's spacing. */
  gap?: number
  /** May become narrower than what is in it. */
  shrinks?: boolean
  /** Makes what is in it no wider than itself. */
  bounded?: boolean
  /** Leaves each part as wide as it is by itself, where the line begins. */
  start?: boolean
}

/** Parts one below the other, each as wide as all. */
export const Column = ({ gap = 4, shrinks = false, bounded = false, start = false, ...rest }: ColumnProps) => (
  <Box
    sx={{
      display: 'grid',
      gap,
      ...(shrinks && { minWidth: 0 }),
      ...(bounded && { gridTemplateColumns: 'minmax(0, 1fr)' }),
      ...(start && { justifyItems: 'start' }),
    }}
    {...rest}
  />
)

interface TwoColumnsProps {
  /** From which width of the window there is room for both. */
  from?: 'md' | 'lg'
  children: [wide: ReactNode, narrow: ReactNode]
}

/** The wider column of a page and the narrower one beside it; one below the other where there is no room. */
export function TwoColumns({ from = 'lg', children }: TwoColumnsProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', [from]: 'minmax(0, 3fr) minmax(0, 2fr)' },
        gap: 4,
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  )
}

type PartsProps = Omit<BoxProps, 'sx'> & { component?: ElementType }

/** Boxes of a form, two beside each other where there is room. */
export const FormColumns = (props: PartsProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }} {...props} />
)

/** Parts beside each other, in as many lines as they need. */
export const WrappingRow = (props: PartsProps) => <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }} {...props} />
