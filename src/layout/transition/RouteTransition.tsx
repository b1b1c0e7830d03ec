import Box from '@mui/material/Box'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { keyframesOf, prefersStillness } from './motion'

const DURATION_MS = 200

/** Brings a page in when the path changes. The page itself is neither made anew nor laid out otherwise. */
export function RouteTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { animation, rtlClass } = useSettings()
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const keyframes = prefersStillness() ? null : keyframesOf(animation, rtlClass)
    if (keyframes) element.current?.animate(keyframes, { duration: DURATION_MS, easing: 'ease-out' })
  }, [pathname, animation, rtlClass])
  return <Box ref={element}>{children}</Box>
}
