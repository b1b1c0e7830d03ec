import { createElement } from 'react'
import { Notification as MessageBar } from 'react-admin'

interface NotificationProps {
  /** Gives the messages up while this code could not be fetched. */
  onClose: () => void
}

/** The message bar of react-admin's own interface: by itself, so that nothing else of that interface comes with it. */
export const Notification = (_props: NotificationProps) => createElement(MessageBar)
