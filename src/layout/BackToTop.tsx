import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { memo, useSyncExternalStore } from 'react'
import { BACK_TO_TOP_THRESHOLD_PX } from '../../contract/core/limits'
import { useFormat } from '../ui/useFormat'
import { prefersStillness } from './RouteTransition'

/** Known from the last time that the page was scrolled: to ask how far down one is lays the page out. */
let isDown = false

const subscribe = (listener: () => void) => {
  const look = () => {
    isDown = window.scrollY > BACK_TO_TOP_THRESHOLD_PX
    listener()
  }
  window.addEventListener('scroll', look, { passive: true })
  return () => {
    window.removeEventListener('scroll', look)
    isDown = false
  }
}

/** The way back up, once there is one. */
export const BackToTop = memo(function BackToTop() {
  const { t } = useFormat()
  if (!useSyncExternalStore(subscribe, () => isDown)) return null
  const label = t('app.shell.toTop')
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={() => window.scrollTo({ top: 0, behavior: prefersStillness() ? 'instant' : 'smooth' })}
        sx={{
          position: 'fixed',
          // Above the bar with which a form is saved.
          bottom: 76,
          insetInlineEnd: 20,
          zIndex: 'fab',
          width: 36,
          height: 36,
          border: 1,
          borderColor: 'divider',
          bgcolor: ({ colours }) => colours.raised,
          boxShadow: '0 4px 16px rgba(10, 15, 30, 0.10)',
          '&:hover': { bgcolor: ({ colours }) => colours.raised },
        }}
      >
        <ArrowUpwardIcon fontSize="menu" />
      </IconButton>
    </Tooltip>
  )
})
