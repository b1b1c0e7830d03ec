import type { QueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useMemo, type ComponentType, type ReactElement, type ReactNode } from 'react'
import { Authenticated, CustomRoutes, Resource, type ResourceDefinitions, type ResourceProps } from 'react-admin'
import { Route, useLocation } from 'react-router-dom'
import type { Action } from '../../contract/core/permissions'
import { IMPORTED_RESOURCES } from '../../contract/core/vocabulary'
import { Admin } from './Admin'
import { BRAND } from '../providers/config'
import { isConsolePath, type OtherPage } from '../providers/consolePaths'
import { AppLayout } from './AppLayout'
import { USER_MENU } from './frame'
import { LoadingSession } from '../ui/Loading'
import { AccessDenied } from '../ui/AccessDenied'
import { UnknownAddressPage } from './pages/ErrorPage'
import { LoginPage } from './pages/LoginPage'
import { PageFault } from './pages/PageFault'
import { authProvider } from '../providers/auth/authProvider'
import { fetchCurrentUser } from '../providers/auth/authApi'
import { canAccess } from '../providers/auth/canAccess'
import { staffSession } from '../providers/auth/session'
import { useSessionWatch } from '../providers/auth/useSessionWatch'
import { createQueryClient } from '../providers/data/queryClient'
import { i18n } from '../providers/i18n/i18n'
import { createStore, openStore } from '../providers/store'
import { whenIdle } from '../providers/whenIdle'
import { useI18nProviderOfApp } from '../providers/i18n/I18nContext'
import { generatedListAt, RESOURCE_DEFINITIONS } from './resources'
import { registerResources } from '../kit/registry'
import type { ResourceDefinition, View } from '../kit/resource'
import { GENERATED_LIST } from '../kit/listPage'
import { DASHBOARD } from './screens'
import { Gate } from '../ui/Gate'
import { RetryNotice } from '../ui/RetryNotice'
import { onDemand, pageOnDemand } from '../ui/onDemand'

// From here, so that the build keeps it with the frame that it draws.
export { ConsoleAhead } from './ConsoleAhead'

const GeneratedList = pageOnDemand(GENERATED_LIST)
const GeneratedShow = pageOnDemand(async () => ({
  default: (await import('../kit/GeneratedShow')).GeneratedShow,
}))
const GeneratedCreate = pageOnDemand(async () => ({
  default: (await import('../kit/GeneratedCreate')).GeneratedCreate,
}))
const GeneratedEdit = pageOnDemand(async () => ({
  default: (await import('../kit/GeneratedEdit')).GeneratedEdit,
}))
const NotificationsPage = pageOnDemand(() => import('./notifications/NotificationsPage'))
const OutboxPage = pageOnDemand(() => import('../resources/mails/OutboxPage'))
const MailPage = pageOnDemand(() => import('../resources/mails/MailPage'))
const AccountPage = pageOnDemand(() => import('../resources/account/AccountPage'))
const ImportPage = pageOnDemand(() => import('../resources/import/ImportPage'))
const TasksPage = pageOnDemand(() => import('../resources/tasks/TasksPage'))
const CompanyPage = pageOnDemand(() => import('../resources/company/CompanyPage'))
const Dashboard = pageOnDemand(DASHBOARD)

/** Pages beside the resources, which say themselves who may see them. */
const PAGES: Record<OtherPage, ComponentType> = {
  '/dashboard': Dashboard,
  '/notifications': NotificationsPage,
  '/tasks': TasksPage,
  '/mails': OutboxPage,
  '/mails/:id/show': MailPage,
  '/company': CompanyPage,
  '/account': AccountPage,
}

registerResources(RESOURCE_DEFINITIONS)

let begun: QueryClient | null = null

/** Begins to read what the page at an address shows, for somebody who has just signed in and before any of it is drawn. */
export async function prefetchPage({ pathname, search }: Location): Promise<void> {
  const spec = generatedListAt(pathname)
  if (!spec || !canAccess(staffSession.user()?.role, 'list', spec.name)) return
  const client = (begun = createQueryClient())
  // Known a moment ago: asked anew, the console would be drawn once for the question and once for the answer.
  client.setQueryData(['auth', 'checkAuth', {}], true)
  const { prefetchRows } = await import('../kit/GeneratedList')
  await prefetchRows(client, openStore(), spec, search)
}

function takeClient(): QueryClient {
  const client = begun ?? createQueryClient()
  begun = null
  return client
}

/** Who is signed in may have another name or role since the browser stored it. */
function useFreshUser(): void {
  useEffect(() => {
    const id = staffSession.user()?.id
    fetchCurrentUser().then(
      (user) => user && user.id === staffSession.user()?.id && user.id === id && staffSession.setUser(user),
      () => undefined,
    )
  }, [])
}

const Layout: typeof AppLayout = (props) => {
  useFreshUser()
  useEffect(() => whenIdle(() => void USER_MENU.fetch()), [])
  return (
    <>
      <AppLayout {...props} />
      <RetryNotice />
    </>
  )
}

const drawn = (view: View) => createElement(pageOnDemand(view))

function resourceElement({ spec, handMade }: ResourceDefinition): ReactElement<ResourceProps> {
  const { list, create, edit, show, listActions, pages = {} } = handMade
  const gated = (action: Action, view: View | undefined, generated: ReactNode) => (
    <Gate key={action} action={action} resource={spec.name}>
      {view ? drawn(view) : generated}
    </Gate>
  )
  return (
    <Resource
      key={spec.name}
      name={spec.name}
      list={gated('list', list, <GeneratedList spec={spec} Actions={listActions && onDemand(listActions)} />)}
      create={gated('create', create, <GeneratedCreate spec={spec} />)}
      edit={gated('edit', edit, <GeneratedEdit spec={spec} />)}
      show={gated('show', show, <GeneratedShow spec={spec} />)}
      recordRepresentation={(record) => spec.represent(record as Parameters<typeof spec.represent>[0], i18n.language)}
    >
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={drawn(page)} />
      ))}
      {IMPORTED_RESOURCES.some((resource) => resource === spec.name) && (
        <Route path="import" element={<ImportPage spec={spec} />} />
      )}
    </Resource>
  )
}

const RESOURCES = RESOURCE_DEFINITIONS.map(resourceElement)
const DEFINITIONS: ResourceDefinitions = Object.fromEntries(
  RESOURCES.map(({ props }) => [props.name, Resource.registerResource(props)]),
)

/** The same from one step to the next: react-admin would enlist every resource anew, and draw the console twice for it. */
const ROUTES = (
  <>
    {RESOURCES}
    <CustomRoutes>
      {Object.entries(PAGES).map(([path, Page]) => (
        <Route
          key={path}
          path={path}
          element={
            <Authenticated>
              <Page />
            </Authenticated>
          }
        />
      ))}
    </CustomRoutes>
  </>
)

/**
 * The console of the operator's own people; the error page for what is no page, which would stand within its frame.
 * Told apart here: a loader of the router would have the console drawn once more at every step.
 */
export function StaffConsole() {
  const { pathname } = useLocation()
  return isConsolePath(pathname) ? <Console /> : <UnknownAddressPage />
}

function Console() {
  const i18nProvider = useI18nProviderOfApp()
  const queryClient = useMemo(() => takeClient(), [])
  const store = useMemo(() => createStore(), [])
  useSessionWatch(queryClient, store.reset)
  return (
    <Admin
      title={BRAND}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      definitions={DEFINITIONS}
      layout={Layout}
      loginPage={LoginPage}
      dashboard={Dashboard}
      loading={LoadingSession}
      accessDenied={AccessDenied}
      error={PageFault}
      requireAuth
      disableTelemetry
    >
      {ROUTES}
    </Admin>
  )
}
