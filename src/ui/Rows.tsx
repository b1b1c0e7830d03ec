import Box from '@mui/material/Box'
import type { AriaAttributes, ReactNode } from 'react'
import { StatusMark } from './StatusMark'
import type { StyleObject } from './theme/theme'
import { Text } from './Text'

interface PlainListProps extends AriaAttributes {
  tabIndex?: number
  ordered?: boolean
  /** Whether a hairline separates the items. */
  divided?: boolean
  sx?: StyleObject
  children: ReactNode
}

/** List without bullets and indentation. */
export const PlainList = ({ ordered = false, divided = false, sx, ...rest }: PlainListProps) => (
  <Box
    component={ordered ? 'ol' : 'ul'}
    sx={{
      listStyle: 'none',
      m: 0,
      p: 0,
      ...(divided && { '& > li + li': { borderTop: 1, borderColor: 'divider' } }),
      ...sx,
    }}
    {...rest}
  />
)

interface RowProps extends AriaAttributes {
  children: ReactNode
  actions?: ReactNode
  sx?: StyleObject
}

/** Item of a short list, with its actions. */
export function Row({ children, actions, sx, ...rest }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        py: 2,
        fontSize: 'body2.fontSize',
        '& + &': { borderTop: 1, borderColor: 'divider' },
        ...sx,
      }}
      {...rest}
    >
      {children}
      {actions && <Box sx={{ display: 'flex', gap: 1 }}>{actions}</Box>}
    </Box>
  )
}

interface StepRowProps {
  isDone: boolean
  /** Localized `Done` or `open`. */
  label: string
  /** Whether this is the current step. */
  isNext?: boolean
  /** Width of the icon and its label, px. */
  markPx: number
  sx?: StyleObject
  children: ReactNode
}

/** Step of a checklist, with its status in front. */
export function StepRow({ isDone, label, isNext = false, markPx, sx, children }: StepRowProps) {
  return (
    <Row aria-current={isNext ? 'step' : undefined} sx={{ gap: 0, columnGap: 4, py: 1.5, ...sx }}>
      <Box sx={{ flex: 'none', width: markPx }}>
        <StatusMark value={isDone ? 'confirmed' : 'waiting'} label={label} />
      </Box>
      {children}
    </Row>
  )
}

/** Main text of a row, with details below. */
export const Words = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
    <Text weight="medium" breaks>
      {children}
    </Text>
    <Box sx={{ fontSize: 'caption.fontSize', color: 'text.secondary', overflowWrap: 'anywhere' }}>{below}</Box>
  </Box>
)
