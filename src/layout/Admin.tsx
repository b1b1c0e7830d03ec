import type { QueryClient } from '@tanstack/react-query'
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
import { dataProvider } from '../providers/data/dataProvider'
import { LiveProvider } from '../providers/live/LiveProvider'
import { AuthenticationError } from '../ui/AccessDenied'
import { onDemand } from '../ui/onDemand'

const NotFound = onDemand(async () => ({ default: (await import('./reactAdminParts')).NotFound }))
const Notification = onDemand(async () => ({ default: (await import('./reactAdminParts')).Notification }))

interface AdminContextProps extends Pick<CoreAdminContextProps, 'authProvider' | 'store' | 'i18nProvider'> {
  queryClient: QueryClient
  children: ReactNode
}

/** What every part of the console draws on. */
export function AdminContext({ queryClient, children, ...context }: AdminContextProps) {
  return (
    <LiveProvider queryClient={queryClient}>
      <CoreAdminContext dataProvider={dataProvider} queryClient={queryClient} {...context}>
        {children}
      </CoreAdminContext>
    </LiveProvider>
  )
}

interface AdminProps extends Omit<AdminContextProps, 'children'>, CoreAdminUIProps {
  /** What react-admin makes of the resources; found out by itself, it would draw the console a second time with them. */
  definitions: ResourceDefinitions
}

/**
 * react-admin's `<Admin>` without the frame, the sign-in page, the theme and the dictionary that this console brings
 * itself: they would come over the network and never be seen.
 */
export function Admin({ definitions, authProvider, i18nProvider, queryClient, store, ...ui }: AdminProps) {
  return (
    <AdminContext {...{ authProvider, i18nProvider, queryClient, store }}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <CoreAdminUI catchAll={CatchAll} authenticationError={AuthenticationError} {...ui} />
      </ResourceDefinitionContextProvider>
      <Messages />
    </AdminContext>
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
