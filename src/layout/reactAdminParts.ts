import { createElement } from 'react'
import { Notification as MessageBar } from 'react-admin'

interface NotificationProps {
  /** Discards the messages when this code could not be fetched. */
  onClose: () => void
}

/** Message bar of react-admin's interface; a separate module, so that nothing else of that interface is loaded. */
export const Notification = (_props: NotificationProps) => createElement(MessageBar)
