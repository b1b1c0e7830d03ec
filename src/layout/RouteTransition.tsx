import Box from '@mui/material/Box'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { prefersStillness } from '../ui/prefersStillness'
import { useSettings } from '../providers/settings/SettingsProvider'
import type { Animation, Direction } from '../providers/settings/choices'

interface Start {
  opacity: number
  /** Offset towards the end of the line, px. */
  inline?: number
  /** Downward offset, px. */
  block?: number
  scale?: number
}

const NEAR_PX = 16
const FAR_PX = 96

/** Start of a transition: "down" enters from above, "left" from the line start of Latin script. */
const STARTS: Record<Exclude<Animation, ''>, Start> = {
  fade: { opacity: 0 },
  'fade-down': { opacity: 0, block: -NEAR_PX },
  'fade-up': { opacity: 0, block: NEAR_PX },
  'fade-left': { opacity: 0, inline: -NEAR_PX },
  'fade-right': { opacity: 0, inline: NEAR_PX },
  'slide-down': { opacity: 0.4, block: -FAR_PX },
  'slide-left': { opacity: 0.4, inline: -FAR_PX },
  'slide-right': { opacity: 0.4, inline: FAR_PX },
  'zoom-in': { opacity: 0, scale: 0.96 },
}

/** Returns the keyframes of a page transition, mirrored for right-to-left languages; null for none. */
export function keyframesOf(animation: Animation, direction: Direction): Keyframe[] | null {
  if (animation === '') return null
  const { opacity, inline = 0, block = 0, scale = 1 } = STARTS[animation]
  const x = direction === 'rtl' ? -inline : inline
  return [
    { opacity, transform: `translate(${x}px, ${block}px) scale(${scale})` },
    { opacity: 1, transform: 'none' },
  ]
}

const DURATION_MS = 200

/** Animates the page when the path changes, without remounting or moving it. */
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
