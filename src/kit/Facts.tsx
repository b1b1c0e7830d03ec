import Box from '@mui/material/Box'
import type { TypographyProps } from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Labeled, type LabeledProps } from 'react-admin'
import { factGrid } from '../ui/theme/components'

/** Renders labels with their values in columns. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={[factGrid, { m: 0, '& dd a': { color: 'primary.main' } }]}>
    {children}
  </Box>
)

/** Renders labels with their values inside a value or a card, in at most two columns. */
export const NestedFacts = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, m: 0 }}>
    {children}
  </Box>
)

interface FactProps extends Pick<LabeledProps, 'label' | 'resource' | 'source'> {
  /** Whether it spans all columns. */
  wide?: boolean | undefined
  children: ReactNode
}

const TERM: TypographyProps<'dt', { component: 'dt' }> = { component: 'dt' }

/** Renders a value with its label, which is that of the source unless one is given, or omitted by `false`. */
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
