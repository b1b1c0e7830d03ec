import DoneAllIcon from '@mui/icons-material/DoneAll'
import RefreshIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { NOTIFICATION_DROPDOWN_ROWS } from '../../../contract/core/limits/notifications'
import { numberFormat } from '../../providers/format/intl'
import { useLive } from '../../providers/live/LiveProvider'
import { useFormat } from '../../ui/useFormat'
import { NotificationItem } from './NotificationItem'
import { SampleNotifications } from './SampleNotifications'
import { useMarkRead, useOpenNotification } from './useOpenNotification'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'

interface NotificationMenuProps {
  anchor: HTMLElement
  onClose: () => void
}

/** Newest notifications, and actions for all of them. */
export function NotificationMenu({ anchor, onClose }: NotificationMenuProps) {
  const { t, locale } = useFormat()
  const { items, stats, isDown, refresh } = useLive()
  const markRead = useMarkRead()
  const open = useOpenNotification()
  const navigate = useNavigate()
  const renew = useEffectEvent(() => !isDown && refresh())
  useEffect(() => void renew(), [])
  const { format } = numberFormat(locale)
  const summary =
    stats.unread > 0
      ? t('app.live.summary', { unread: format(stats.unread), total: format(stats.total) })
      : t('app.live.caughtUp', { total: format(stats.total) })
  const isEmpty = items.length === 0 && stats.total === 0
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'notifications-title',
          sx: {
            width: 400,
            maxWidth: 'calc(100vw - 24px)',
            display: 'flex',
            flexDirection: 'column',
            maxHeight: '80dvh',
          },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          paddingInlineEnd: 2,
          py: 2,
          borderBottom: 1,
          borderColor: 'divider',
          paddingInlineStart: 4,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id="notifications-title" variant="h2">
            {t('app.live.title')}
          </Typography>
          <SecondaryText role="status" size="caption">
            {summary}
          </SecondaryText>
        </Box>
        {stats.unread > 0 && (
          <Tooltip describeChild={false} title={t('app.live.markAll')}>
            <IconButton aria-label={t('app.live.markAll')} onClick={() => markRead([])}>
              <DoneAllIcon fontSize="bar" />
            </IconButton>
          </Tooltip>
        )}
        <Tooltip describeChild={false} title={t('app.live.refresh')}>
          <IconButton aria-label={t('app.live.refresh')} onClick={refresh}>
            <RefreshIcon fontSize="bar" />
          </IconButton>
        </Tooltip>
      </Box>
      {isDown && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: 4,
            py: 2,
            fontSize: 'caption.fontSize',
            color: ({ colours }) => colours.tones.danger.ink,
            bgcolor: ({ colours }) => colours.tones.danger.ground,
          }}
        >
          <Box sx={{ flex: 1 }}>{t('app.live.away')}</Box>
          <Button onClick={refresh} sx={{ color: 'inherit', flex: 'none' }}>
            {t('app.live.reconnect')}
          </Button>
        </Box>
      )}
      <Box sx={{ overflowY: 'auto', minHeight: 0 }}>
        {isEmpty ? (
          <>
            <Box sx={{ px: 4, py: 3, fontSize: 'body2.fontSize', color: 'text.secondary' }}>{t('app.live.none')}</Box>
            <SampleNotifications />
          </>
        ) : (
          <PlainList aria-labelledby="notifications-title" divided>
            {items.slice(0, NOTIFICATION_DROPDOWN_ROWS).map((item) => (
              <li key={item.id}>
                <NotificationItem
                  item={item}
                  onOpen={() => {
                    open(item)
                    onClose()
                  }}
                />
              </li>
            ))}
          </PlainList>
        )}
      </Box>
      {Math.max(items.length, stats.total) > NOTIFICATION_DROPDOWN_ROWS && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', p: 2, display: 'grid' }}>
          <Button
            onClick={() => {
              onClose()
              void navigate('/notifications')
            }}
          >
            {t('app.live.viewAll')}
          </Button>
        </Box>
      )}
    </Popover>
  )
}
