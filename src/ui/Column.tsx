import Box, { type BoxProps } from '@mui/material/Box'
import type { ElementType, ReactNode } from 'react'

interface ColumnProps extends Omit<BoxProps, 'sx' | 'gap'> {
  component?: ElementType
  /** Space between the parts, in steps of the theme's spacing. */
  gap?: number
  /** Whether the column may become narrower than its content. */
  shrinks?: boolean
  /** Whether the content is limited to the width of the column. */
  bounded?: boolean
  /** Whether each part has its own width, aligned to the start of the line. */
  start?: boolean
}

/** Stacks its parts vertically, all of the same width. */
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
  /** Breakpoint from which the columns are next to each other. */
  from?: 'md' | 'lg'
  children: [wide: ReactNode, narrow: ReactNode]
}

/** Lays out a wide and a narrow column, stacked on small screens. */
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

/** Form grid with two fields per line where there is room. */
export const FormColumns = (props: PartsProps) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
      columnGap: 5,
      rowGap: 4,
      alignItems: 'start',
    }}
    {...props}
  />
)

/** Field of a `FormColumns` on a line of its own. */
export const WholeLine = (props: PartsProps) => <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }} {...props} />

/** Row of parts that wraps to as many lines as needed. */
export const WrappingRow = (props: PartsProps) => <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }} {...props} />
