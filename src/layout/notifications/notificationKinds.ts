import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined'
import ConfirmationNumberIcon from '@mui/icons-material/ConfirmationNumberOutlined'
import DirectionsBusIcon from '@mui/icons-material/DirectionsBusOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import RouteIcon from '@mui/icons-material/RouteOutlined'
import ShieldIcon from '@mui/icons-material/ShieldOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import type { NOTIFICATION_TYPES } from '../../../contract/core/vocabulary'
import type { ToneName } from '../../ui/theme/palette'

interface NotificationKind {
  icon: typeof SvgIcon
  tone: ToneName
}

const KINDS: Record<(typeof NOTIFICATION_TYPES)[number], NotificationKind> = {
  success: { icon: CheckCircleIcon, tone: 'success' },
  warning: { icon: WarningIcon, tone: 'warning' },
  error: { icon: ErrorIcon, tone: 'danger' },
  vehicle_update: { icon: DirectionsBusIcon, tone: 'neutral' },
  route_update: { icon: RouteIcon, tone: 'info' },
  reservation_update: { icon: ConfirmationNumberIcon, tone: 'accent' },
  system_alert: { icon: ShieldIcon, tone: 'danger' },
}
const INFO: NotificationKind = { icon: InfoIcon, tone: 'info' }

/** How a type of notification looks; one that is not known looks like a piece of information. */
export const notificationKind = (type: string): NotificationKind =>
  Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : INFO
