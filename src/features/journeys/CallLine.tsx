import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { PlainList } from '../../ui/Rows'

interface CallLineProps {
  /** Colour of the route. */
  color?: string | null | undefined
  children: ReactNode
}

/** Stops of a journey in transport style: a line with a dot for each stop, mirrored in right-to-left languages. */
export function CallLine({ color, children }: CallLineProps) {
  return (
    <PlainList ordered sx={{ '--line': color ?? ((theme) => theme.palette.primary.main) }}>
      {children}
    </PlainList>
  )
}

interface CallStopProps {
  place: 'first' | 'middle' | 'last'
  children: ReactNode
}

export function CallStop({ place, children }: CallStopProps) {
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        paddingInlineStart: 8,
        minHeight: 44,
        '&::before': {
          content: '""',
          position: 'absolute',
          insetInlineStart: 9,
          width: 2,
          top: place === 'first' ? 14 : 0,
          bottom: place === 'last' ? 'calc(100% - 14px)' : 0,
          bgcolor: 'var(--line)',
        },
        '&::after': {
          content: '""',
          position: 'absolute',
          insetInlineStart: place === 'middle' ? 6 : 5,
          top: place === 'middle' ? 10 : 9,
          width: place === 'middle' ? 8 : 10,
          height: place === 'middle' ? 8 : 10,
          borderRadius: '50%',
          border: '2px solid var(--line)',
          bgcolor: (theme) => (place === 'middle' ? theme.colours.surface : 'var(--line)'),
        },
      }}
    >
      {children}
    </Box>
  )
}

export const placeOf = (index: number, count: number): CallStopProps['place'] =>
  index === 0 ? 'first' : index === count - 1 ? 'last' : 'middle'
