import { useState } from 'react'
import {
  CoreAdminContext,
  CoreAdminUI,
  useNotificationContext,
  type CoreAdminContextProps,
  type CoreAdminUIProps,
} from 'react-admin'
import { AuthenticationError } from './ui/AccessDenied'
import { onDemand } from './ui/onDemand'

const NotFound = onDemand(async () => ({ default: (await import('./layout/reactAdminParts')).NotFound }))
const Notification = onDemand(async () => ({ default: (await import('./layout/reactAdminParts')).Notification }))

/**
 * react-admin's `<Admin>` without the frame, the sign-in page, the theme and the dictionary that this console brings
 * itself: they would come over the network and never be seen.
 */
export function Admin(props: CoreAdminContextProps & CoreAdminUIProps) {
  const { authProvider, dataProvider, i18nProvider, queryClient, store, ...ui } = props
  const context = { authProvider, dataProvider, i18nProvider, queryClient, store }
  return (
    <CoreAdminContext {...context}>
      <CoreAdminUI catchAll={CatchAll} authenticationError={AuthenticationError} {...ui} />
      <Messages />
    </CoreAdminContext>
  )
}

const CatchAll = () => <NotFound />

/** What react-admin has to tell; its code comes with the first message and stays. */
function Messages() {
  const { notifications } = useNotificationContext()
  const [told, setTold] = useState(false)
  if (!told && notifications.length > 0) setTold(true)
  if (!told) return null
  return <Notification />
}
