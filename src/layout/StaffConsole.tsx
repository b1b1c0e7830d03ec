import type { QueryClient } from '@tanstack/react-query'
import {
  createElement,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react'
import {
  Authenticated,
  CoreAdminContext,
  Resource,
  ResourceDefinitionContextProvider,
  useNotificationContext,
  useScrollToTop,
  type ResourceProps,
} from 'react-admin'
import { Outlet, Route, Routes, useLocation } from 'react-router-dom'
import type { Action } from '../../contract/core/permissions'
import { IMPORTED_RESOURCES } from '../../contract/core/vocabulary'
import { dataProvider } from '../providers/data/dataProvider'
import { LiveProvider } from '../providers/live/LiveProvider'
import { isConsolePath, type OtherPage } from '../providers/consolePaths'
import { AppLayout } from './AppLayout'
import { USER_MENU } from './frame'
import { LoadingSession } from '../ui/Loading'
import { AccessDenied, AuthenticationError } from '../ui/AccessDenied'
import { UnknownAddressPage } from './pages/ErrorPage'
import { LoginPage } from './pages/LoginPage'
import { authProvider } from '../providers/auth/authProvider'
import { fetchCurrentUser } from '../providers/auth/authApi'
import { canAccess } from '../providers/auth/canAccess'
import { staffSession } from '../providers/auth/session'
import { useSessionWatch } from '../providers/auth/useSessionWatch'
import { createQueryClient } from '../providers/data/queryClient'
import { CHECK_AUTH_KEY } from '../providers/data/queryKeys'
import { i18n } from '../providers/i18n/i18n'
import { createStore, openStore } from '../providers/store'
import { whenIdle } from '../providers/whenIdle'
import { useI18nProviderOfApp } from '../providers/i18n/I18nContext'
import { generatedListAt, LISTED_DEFINITIONS, RESOURCE_DEFINITIONS } from './resources'
import { registerResources } from '../kit/registry'
import type { LazyPage, ResourceDefinition } from '../kit/resource'
import { GENERATED_LIST } from '../kit/listPage'
import { DASHBOARD } from './screens'
import { DATE_FIELD } from '../ui/dateField/module'
import { Gate } from '../ui/Gate'
import { RetryNotice } from '../ui/RetryNotice'
import { onDemand, pageOnDemand } from '../ui/onDemand'

// Exported here, so that the build puts it into the chunk of the frame.
export { PrerenderedConsole } from './PrerenderedConsole'

const List = pageOnDemand(GENERATED_LIST)
const Show = pageOnDemand(async () => ({
  default: (await import('../kit/Show')).Show,
}))
const Create = pageOnDemand(async () => ({
  default: (await import('../kit/Create')).Create,
}))
const Edit = pageOnDemand(async () => ({
  default: (await import('../kit/Edit')).Edit,
}))
const NotificationsPage = pageOnDemand(() => import('./notifications/NotificationsPage'))
const OutboxPage = pageOnDemand(() => import('../resources/mails/OutboxPage'))
const MailPage = pageOnDemand(() => import('../resources/mails/MailPage'))
const AccountPage = pageOnDemand(() => import('../resources/account/AccountPage'))
const ImportPage = pageOnDemand(() => import('../resources/import/ImportPage'))
const TasksPage = pageOnDemand(() => import('../resources/tasks/TasksPage'))
const MapPage = pageOnDemand(() => import('../resources/map/MapPage'))
const PaymentsPage = pageOnDemand(() => import('../resources/payments/PaymentsPage'))
const PaymentPage = pageOnDemand(() => import('../resources/payments/PaymentPage'))
const TillsPage = pageOnDemand(() => import('../resources/tills/TillsPage'))
const TillSheetPage = pageOnDemand(() => import('../resources/tills/TillSheetPage'))
const CompanyPage = pageOnDemand(() => import('../resources/company/CompanyPage'))
const Dashboard = pageOnDemand(DASHBOARD)
const Notification = onDemand(async () => ({ default: (await import('./reactAdminParts')).Notification }))

const drawn = (page: LazyPage) => createElement(pageOnDemand(page))

/** Returns a list with its own buttons, loaded together: loaded later, they would wrap the line of the others. */
const listWith = (resource: string, actions: LazyPage) =>
  drawn(async () => {
    const [{ List: Generated }, { default: Actions }] = await Promise.all([import('../kit/List'), actions()])
    return { default: () => <Generated resource={resource} Actions={Actions} /> }
  })

/** Pages that belong to no resource; each checks the permission itself. */
const PAGES: Record<OtherPage | '/', ComponentType> = {
  '/': Dashboard,
  '/dashboard': Dashboard,
  '/notifications': NotificationsPage,
  '/tasks': TasksPage,
  '/mails': OutboxPage,
  '/mails/:id/show': MailPage,
  '/payments': PaymentsPage,
  '/payments/:id/show': PaymentPage,
  '/tills': TillsPage,
  '/tills/:id/show': TillSheetPage,
  '/company': CompanyPage,
  '/account': AccountPage,
  '/stations/map': MapPage,
}

registerResources(LISTED_DEFINITIONS)

let begun: QueryClient | null = null

/** Starts to read the data of the page at an address after a sign-in, before the page is rendered. */
export async function prefetchPage({ pathname, search }: Location): Promise<void> {
  const spec = generatedListAt(pathname)
  if (!spec || !canAccess(staffSession.user()?.role, 'list', spec.name)) return
  const client = (begun = createQueryClient())
  // The sign-in is recent: another check would render the console once for the request and once for the answer.
  client.setQueryData(CHECK_AUTH_KEY, true)
  const { prefetchRows } = await import('../kit/List')
  await prefetchRows(client, openStore(), spec, search)
}

function takeClient(): QueryClient {
  const client = begun ?? createQueryClient()
  begun = null
  return client
}

/** Reads the user again, because name or role may have changed since the browser stored them. */
function useFreshUser(): void {
  useEffect(() => {
    const id = staffSession.user()?.id
    fetchCurrentUser().then(
      (user) => user && user.id === staffSession.user()?.id && user.id === id && staffSession.setUser(user),
      () => undefined,
    )
  }, [])
}

/** Messages of react-admin; their code is fetched with the first message. */
function Messages() {
  const { notifications, resetNotifications } = useNotificationContext()
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && notifications.length > 0) setWanted(true)
  const giveUp = () => {
    resetNotifications()
    setWanted(false)
  }
  return isWanted && <Notification onClose={giveUp} />
}

/** Frame around the page at the address, for a signed-in user. */
function Frame() {
  useScrollToTop()
  useFreshUser()
  useEffect(
    () =>
      whenIdle(() => {
        for (const module of [USER_MENU, DATE_FIELD]) void module.fetch()
      }),
    [],
  )
  return (
    <>
      <AppLayout>
        <Outlet />
      </AppLayout>
      <RetryNotice />
      <Messages />
    </>
  )
}

const SIGN_IN = (
  <>
    <LoginPage />
    <Messages />
  </>
)

function resourceElement({ spec, handMade }: ResourceDefinition): ReactElement<ResourceProps> {
  const { list, create, edit, show, listActions, pages = {} } = handMade
  const gated = (action: Action, page: LazyPage | undefined, generated: ReactNode) => (
    <Gate key={action} action={action} resource={spec.name}>
      {page ? drawn(page) : generated}
    </Gate>
  )
  return (
    <Resource
      key={spec.name}
      name={spec.name}
      list={gated('list', list, listActions ? listWith(spec.name, listActions) : <List resource={spec.name} />)}
      create={gated('create', create, <Create resource={spec.name} />)}
      edit={gated('edit', edit, <Edit resource={spec.name} />)}
      show={gated('show', show, <Show resource={spec.name} />)}
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

const DEFINITIONS = Object.fromEntries(
  RESOURCES.map(({ props }) => [props.name, Resource.registerResource(props)] as const),
)

const ROUTES = (
  <Routes>
    <Route path="/login" element={SIGN_IN} />
    <Route
      element={
        <Authenticated loading={<LoadingSession />}>
          <Frame />
        </Authenticated>
      }
    >
      {RESOURCES.map((resource) => (
        <Route key={resource.props.name} path={`/${resource.props.name}/*`} element={resource} />
      ))}
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
      <Route path="/access-denied" element={<AccessDenied />} />
      <Route path="/authentication-error" element={<AuthenticationError />} />
    </Route>
  </Routes>
)

/**
 * Console of staff; unknown paths get the error page, which must not be inside its frame. The path is checked here, because
 * a loader of the router would render the console once more on each navigation.
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
    <LiveProvider queryClient={queryClient}>
      <CoreAdminContext {...{ authProvider, dataProvider, i18nProvider, queryClient, store }}>
        <ResourceDefinitionContextProvider definitions={DEFINITIONS}>{ROUTES}</ResourceDefinitionContextProvider>
      </CoreAdminContext>
    </LiveProvider>
  )
}
