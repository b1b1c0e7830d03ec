import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { memo, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { BACK_TO_TOP_THRESHOLD_PX } from '../../contract/core/limits/console'
import { useFormat } from '../ui/useFormat'
import { MAIN_ID } from './frame'
import { prefersStillness } from '../ui/prefersStillness'

/** Updated on scroll, because reading the scroll position at other times forces a layout. */
let isDown = false

const subscribe = (listener: () => void) => {
  const update = () => {
    isDown = window.scrollY > BACK_TO_TOP_THRESHOLD_PX
    listener()
  }
  window.addEventListener('scroll', update, { passive: true })
  return () => {
    window.removeEventListener('scroll', update)
    isDown = false
  }
}

/** Buttons of the page; without those in table rows, because the button would appear and disappear with each row. */
const PAGE_BUTTONS = `#${MAIN_ID} :is(.MuiButton-root, .MuiIconButton-root):not(td *)`

/** Whether the button would cover a button of the page. */
function isOverButton(own: DOMRect): boolean {
  return [...document.querySelectorAll(PAGE_BUTTONS)].some((button) => {
    const { top, bottom, left, right } = button.getBoundingClientRect()
    return top < own.bottom && bottom > own.top && left < own.right && right > own.left
  })
}

/** Button that scrolls to the top, shown once the page is scrolled. */
export const BackToTop = memo(function BackToTop() {
  return useSyncExternalStore(subscribe, () => isDown) ? <UpButton /> : null
})

/** Hidden while it would cover a button of the page. */
function UpButton() {
  const { t } = useFormat()
  const ref = useRef<HTMLButtonElement>(null)
  const [isInTheWay, setIsInTheWay] = useState(false)
  useLayoutEffect(() => {
    const update = () => setIsInTheWay(ref.current !== null && isOverButton(ref.current.getBoundingClientRect()))
    update()
    const main = document.getElementById(MAIN_ID)
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
    if (main) sizes?.observe(main)
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      sizes?.disconnect()
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [])
  const label = t('app.shell.toTop')
  return (
    <Tooltip describeChild={false} title={label}>
      <IconButton
        ref={ref}
        aria-label={label}
        onClick={() => window.scrollTo({ top: 0, behavior: prefersStillness() ? 'instant' : 'smooth' })}
        sx={{
          position: 'fixed',
          visibility: isInTheWay ? 'hidden' : 'visible',
          // Above the save bar of a form.
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
}
