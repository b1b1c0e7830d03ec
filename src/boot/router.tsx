import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { NotFoundPage, RouteErrorPage } from '../layout/pages/ErrorPage'
import { STAFF_CONSOLE } from './staffArea'
import { LoadingTranslations } from '../ui/Loading'

/** Fetched when the router needs it; what is there already is drawn at once, without a word that it is loading. */
function consoleRoute(): Pick<RouteObject, 'Component' | 'lazy'> {
  const code = STAFF_CONSOLE.get()
  return code && 'value' in code
    ? { Component: code.value.StaffConsole }
    : { lazy: async () => ({ Component: (await import('../layout/StaffConsole')).StaffConsole }) }
}

/** Which path has a page. */
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

/** Made when the console is first drawn: from then on it follows the address. */
export const consoleRouter = () => (router ??= createBrowserRouter(routes()))
