import Box from '@mui/material/Box'
import type { TypographyProps } from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Labeled, type LabeledProps } from 'react-admin'
import { factGrid } from '../ui/theme/components'

/** List of labels with their values, in columns. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={[factGrid, { m: 0, '& dd a': { color: 'primary.main' } }]}>
    {children}
  </Box>
)

/** The same within a value or a card, in two columns at most. */
export const NestedFacts = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, m: 0 }}>
    {children}
  </Box>
)

interface FactProps extends Pick<LabeledProps, 'label' | 'resource' | 'source'> {
  /** Whether it takes all columns. */
  wide?: boolean | undefined
  children: ReactNode
}

const TERM: TypographyProps<'dt', { component: 'dt' }> = { component: 'dt' }

/** Value with its label: that of the source, unless one is given or omitted by `false`. */
export const Fact = ({ wide, children, ...labeled }: FactProps) => (
  <Labeled component="div" TypographyProps={TERM} {...labeled} sx={wide ? { gridColumn: '1 / -1' } : {}}>
    <Value>{children}</Value>
  </Labeled>
)

const Value = ({ children }: { children: ReactNode }) => (
  <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
    {children}
  </Box>
)
