import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { NotFoundPage, RouteErrorPage } from '../layout/pages/ErrorPage'
import { STAFF_CONSOLE } from './staffArea'
import { LoadingTranslations } from '../ui/Loading'

/** Fetched when the router needs it; code that has already loaded is rendered at once, without a loading state. */
function consoleRoute(): Pick<RouteObject, 'Component' | 'lazy'> {
  const code = STAFF_CONSOLE.get()
  return code && 'value' in code
    ? { Component: code.value.StaffConsole }
    : { lazy: async () => ({ Component: (await import('../layout/StaffConsole')).StaffConsole }) }
}

export const routes = (): RouteObject[] => [
  { path: '/pages/error404', Component: NotFoundPage },
  {
    lazy: async () => ({ Component: (await import('../partner/PartnerArea')).PartnerArea }),
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: LoadingTranslations,
    children: [
      {
        path: '/partner-login',
        lazy: async () => ({ Component: (await import('../partner/PartnerArea')).PartnerLogin }),
      },
      {
        path: '/partner/accept-invitation/:token',
        lazy: async () => ({ Component: (await import('../partner/pages/LinkPages')).AcceptInvitation }),
      },
      {
        path: '/welcome/:token',
        lazy: async () => ({ Component: (await import('../partner/pages/LinkPages')).WelcomePage }),
      },
      {
        path: '/partner-dashboard',
        lazy: async () => ({ Component: (await import('../partner/pages/PartnerDashboard')).PartnerDashboard }),
      },
    ],
  },
  {
    path: '*',
    ...consoleRoute(),
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: LoadingTranslations,
  },
]

let router: ReturnType<typeof createBrowserRouter> | undefined

/** Created when the console is first rendered, because it follows the address from then on. */
export const consoleRouter = () => (router ??= createBrowserRouter(routes()))
