import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { LiveNotification } from '../../providers/live/messages'
import { useFormat } from '../../ui/useFormat'
import { notificationKind } from './notificationKinds'
import { notificationText } from './notificationText'

interface NotificationItemProps {
  item: LiveNotification
  onOpen: () => void
}

/** One notification: what it is about, in words and a sign, how long ago, and whether it was read. */
export function NotificationItem({ item, onOpen }: NotificationItemProps) {
  const format = useFormat()
  const { title, message, ago } = notificationText(item, format)
  return (
    <ButtonBase
      onClick={onOpen}
      data-type={item.notification_type}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 3,
        width: '100%',
        px: 4,
        py: 2.5,
        textAlign: 'left',
        fontSize: 'body2.fontSize',
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outlineOffset: -2 },
      }}
    >
      <KindMark type={item.notification_type} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontWeight: item.is_read ? 450 : 600 }}>
            <bdi>{title}</bdi>
          </Box>
          <Box component="bdi" sx={{ flex: 'none', fontSize: 'caption.fontSize', color: 'text.secondary' }}>
            {ago}
          </Box>
        </Box>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          <bdi>{message}</bdi>
        </Box>
      </Box>
      <Box
        component="span"
        sx={{
          flex: 'none',
          width: 8,
          height: 8,
          mt: 1.5,
          borderRadius: '50%',
          bgcolor: item.is_read ? 'transparent' : 'primary.main',
        }}
      >
        {!item.is_read && (
          <Box
            component="span"
            sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
          >
            {format.t('app.live.unreadMark')}
          </Box>
        )}
      </Box>
    </ButtonBase>
  )
}

/** The sign of a type, in its colours. */
export function KindMark({ type }: { type: string }) {
  const { icon: Icon, tone } = notificationKind(type)
  return (
    <Box
      aria-hidden
      sx={{
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        width: 28,
        height: 28,
        borderRadius: 2,
        color: ({ colours }) => colours.tones[tone].ink,
        bgcolor: ({ colours }) => colours.tones[tone].ground,
      }}
    >
      <Icon fontSize="text" />
    </Box>
  )
}
