import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useEffect, type ReactNode } from 'react'
import { lazyModule } from '../../../providers/lazyModule'
import { whenIdle } from '../../../providers/whenIdle'
import { onDemand } from '../../../ui/onDemand'
import type { SoldPanelProps } from './SoldPanel'
import type { StyleObject } from '../../../ui/theme/theme'
import { useFormat } from '../../../ui/useFormat'
import { Column } from '../../../ui/Column'

const SOLD_PANEL = lazyModule(async () => ({ default: (await import('./SoldPanel')).SoldPanel }))

/** Replaces the form after the sale. It is preloaded while the form is filled in. */
export const SoldPanel = onDemand<SoldPanelProps>(SOLD_PANEL)

interface DeskColumnsProps {
  /** Summary of the sale, shown next to the form. */
  aside: ReactNode
  sx?: StyleObject
  children: ReactNode
}

/** The form of a sale with its summary next to it, or below it on narrow screens. */
export function DeskColumns({ aside, sx, children }: DeskColumnsProps) {
  useEffect(() => whenIdle(() => void SOLD_PANEL.fetch()), [])
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
        gap: 4,
        alignItems: 'start',
        ...sx,
      }}
    >
      <Column shrinks>{children}</Column>
      {aside}
    </Box>
  )
}

/** Frame of the summary; stays visible while the form scrolls. */
export function AsideCard({ children }: { children: ReactNode }) {
  const { t } = useFormat()
  return (
    <Paper
      component="aside"
      variant="outlined"
      aria-label={t('app.desk.sale')}
      sx={{ p: { xs: 4, md: 5 }, position: { lg: 'sticky' }, top: { lg: 72 }, display: 'grid', gap: 4 }}
    >
      {children}
    </Paper>
  )
}
