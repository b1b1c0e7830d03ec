import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import ConfirmationNumberIcon from '@mui/icons-material/ConfirmationNumberOutlined'
import DirectionsBusIcon from '@mui/icons-material/DirectionsBusOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import RouteIcon from '@mui/icons-material/RouteOutlined'
import ShieldIcon from '@mui/icons-material/ShieldOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import type { LiveNotification } from '../../providers/live/messages'
import { languageInfo } from '../../providers/i18n/languages'
import { useFormat } from '../../ui/useFormat'
import type { NOTIFICATION_TYPES } from '../../../contract/core/vocabulary'
import type { ToneName } from '../../ui/theme/palette'
import { notificationText } from './notificationText'
import { SecondaryText } from '../../ui/Text'

interface NotificationStyle {
  icon: typeof SvgIcon
  tone: ToneName
}

const STYLES: Record<(typeof NOTIFICATION_TYPES)[number], NotificationStyle> = {
  success: { icon: CheckCircleIcon, tone: 'success' },
  warning: { icon: WarningIcon, tone: 'warning' },
  error: { icon: ErrorIcon, tone: 'danger' },
  vehicle_update: { icon: DirectionsBusIcon, tone: 'neutral' },
  route_update: { icon: RouteIcon, tone: 'info' },
  reservation_update: { icon: ConfirmationNumberIcon, tone: 'accent' },
  system_alert: { icon: ShieldIcon, tone: 'danger' },
}
const INFO: NotificationStyle = { icon: InfoIcon, tone: 'info' }

/** Returns the style of a notification type; unknown types look like information. */
export const notificationStyle = (type: string): NotificationStyle =>
  Object.hasOwn(STYLES, type) ? STYLES[type as keyof typeof STYLES] : INFO

interface NotificationItemProps {
  item: LiveNotification
  onOpen: () => void
}

/** Notification with icon, text, age and read state. */
export function NotificationItem({ item, onOpen }: NotificationItemProps) {
  const format = useFormat()
  const { title, message, ago } = notificationText(item, format)
  // A localized text has the direction of its language, even if a plate or a name comes first.
  const dir = item.wording ? (languageInfo(format.language).rtl ? 'rtl' : 'ltr') : 'auto'
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
            <bdi dir={dir}>{title}</bdi>
          </Box>
          <Box component="bdi" sx={{ flex: 'none', fontSize: 'caption.fontSize', color: 'text.secondary' }}>
            {ago}
          </Box>
        </Box>
        <SecondaryText breaks>
          <bdi dir={dir}>{message}</bdi>
        </SecondaryText>
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

/** Icon of a notification type, in its colours. */
export function KindMark({ type }: { type: string }) {
  const { icon: Icon, tone } = notificationStyle(type)
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
