import NotificationsIcon from '@mui/icons-material/NotificationsNoneOutlined'
import { useEffect, useRef } from 'react'
import { prefersStillness } from '../transition/motion'

const PULSE: Keyframe[] = [{ transform: 'none' }, { transform: 'scale(1.14)' }, { transform: 'none' }]
const PULSE_MS = 700
/** In between it rests: what moves without end keeps a seventh of a processor busy. */
const PULSE_EVERY_MS = 6_000

/** The bell, which pulses now and then for those who do not mind motion. */
export function PulsingBell({ isPulsing }: { isPulsing: boolean }) {
  const icon = useRef<SVGSVGElement>(null)
  useEffect(() => {
    if (!isPulsing) return
    const pulse = () => {
      if (!prefersStillness()) icon.current?.animate(PULSE, { duration: PULSE_MS, easing: 'ease-in-out' })
    }
    pulse()
    const timer = setInterval(pulse, PULSE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isPulsing])
  return <NotificationsIcon ref={icon} sx={{ fontSize: 21 }} />
}
