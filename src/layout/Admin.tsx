import { useState, type ReactNode } from 'react'
import {
  CoreAdminContext,
  CoreAdminUI,
  ResourceDefinitionContextProvider,
  useNotificationContext,
  type CoreAdminContextProps,
  type CoreAdminUIProps,
  type ResourceDefinitions,
} from 'react-admin'
import { AuthenticationError } from '../ui/AccessDenied'
import { onDemand } from '../ui/onDemand'

const NotFound = onDemand(async () => ({ default: (await import('./reactAdminParts')).NotFound }))
const Notification = onDemand(async () => ({ default: (await import('./reactAdminParts')).Notification }))

interface AdminProps extends CoreAdminContextProps, Omit<CoreAdminUIProps, 'children'> {
  /** What react-admin makes of the resources; found out by itself, it would draw the console a second time with them. */
  definitions: ResourceDefinitions
  children: ReactNode
}

/**
 * react-admin's `<Admin>` without the frame, the sign-in page, the theme and the dictionary that this console brings
 * itself: they would come over the network and never be seen.
 */
export function Admin({ definitions, ...props }: AdminProps) {
  const { authProvider, dataProvider, i18nProvider, queryClient, store, ...ui } = props
  const context = { authProvider, dataProvider, i18nProvider, queryClient, store }
  return (
    <CoreAdminContext {...context}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <CoreAdminUI catchAll={CatchAll} authenticationError={AuthenticationError} {...ui} />
      </ResourceDefinitionContextProvider>
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
