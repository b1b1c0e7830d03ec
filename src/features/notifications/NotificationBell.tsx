import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import NotificationsIcon from '@mui/icons-material/NotificationsNoneOutlined'
import { NOTIFICATION_BADGE_CAP } from '../../../contract/core/limits/notifications'
import { numberFormat } from '../../providers/format/intl'
import { useNewNotifications, useLive } from '../../providers/live/LiveProvider'
import type { LiveNotification } from '../../providers/live/messages'
import { logWarning } from '../../providers/log'
import { OpenerTip } from '../../ui/OpenerTip'
import { useFormat } from '../../ui/useFormat'
import { lazyModule } from '../../providers/lazyModule'
import { onDemand } from '../../ui/onDemand'
import { PartMissing } from '../../ui/PartMissing'
import { prefersStillness } from '../../ui/prefersStillness'

const ATTENTION = lazyModule(() => import('./attention'))
const NotificationMenu = onDemand(async () => ({ default: (await import('./NotificationMenu')).NotificationMenu }))

/** Bell with the number of unread notifications and the connection state, which opens the menu. */
export function NotificationBell() {
  const { t, locale } = useFormat()
  const { stats, isDown } = useLive()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { unread } = stats
  const title = t(isDown ? 'app.live.disconnected' : 'app.live.title')
  const count =
    unread > 0 ? t('app.live.bell', { count: unread, replace: { count: numberFormat(locale).format(unread) } }) : null
  const name = count === null ? title : isDown ? `${title}. ${count}` : count
  return (
    <>
      <Arrivals />
      <OpenerTip title={title} open={anchor !== null}>
        <IconButton
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ width: 36, height: 36, flex: 'none', ...(isDown && { color: 'error.main' }) }}
        >
          <Badge
            badgeContent={unread}
            max={NOTIFICATION_BADGE_CAP}
            color="primary"
            slotProps={{ badge: { 'aria-hidden': true } }}
            sx={{ '& .MuiBadge-badge': { fontSize: 10, height: 16, minWidth: 16, px: 1 } }}
          >
            <PulsingBell isPulsing={unread > 0} />
          </Badge>
          {isDown && (
            <Box
              component="span"
              data-testid="live-disconnected"
              sx={{
                position: 'absolute',
                insetInlineStart: 6,
                bottom: 6,
                width: 8,
                height: 8,
                borderRadius: '50%',
                bgcolor: 'error.main',
                border: 1,
                borderColor: 'background.paper',
              }}
            />
          )}
        </IconButton>
      </OpenerTip>
      {anchor && <NotificationMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}

/** Announces new notifications. Separate component, because the bell need not follow the address. */
function Arrivals() {
  const format = useFormat()
  const { markRead } = useLive()
  const client = useQueryClient()
  const navigate = useNavigate()
  /** Last notification that arrived while the code to announce it could not be fetched. */
  const [missed, setMissed] = useState<LiveNotification | null>(null)
  const drawAttention = async (item: LiveNotification) => {
    await ATTENTION.fetch()
    const code = ATTENTION.get()
    if (!code || 'error' in code) return setMissed(item)
    setMissed(null)
    const surroundings = { client, format, markRead, navigate: (path: string) => void navigate(path) }
    try {
      await code.value.drawAttention(item, surroundings)
    } catch (error) {
      logWarning('A notification could not be announced', error)
    }
  }
  useNewNotifications((item) => void drawAttention(item))
  return missed && <PartMissing onRetry={() => drawAttention(missed)} />
}

const PULSE: Keyframe[] = [{ transform: 'none' }, { transform: 'scale(1.14)' }, { transform: 'none' }]
const PULSE_MS = 700
/** Pause between pulses, because a continuous animation uses a seventh of a processor. */
const PULSE_EVERY_MS = 6_000

/** Bell that pulses periodically, unless the user prefers reduced motion. */
function PulsingBell({ isPulsing }: { isPulsing: boolean }) {
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
