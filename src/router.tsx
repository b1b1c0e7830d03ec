import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { NotFoundPage, RouteErrorPage } from './layout/pages/ErrorPage'
import { LoadingTranslations } from './ui/Loading'

/** Which path has a page. */
export const ROUTES: RouteObject[] = [
  { path: '/pages/error404', Component: NotFoundPage },
  {
    lazy: async () => ({ Component: (await import('./partner/PartnerArea')).PartnerArea }),
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: LoadingTranslations,
    children: [
      {
        path: '/partner-login',
        lazy: async () => ({ Component: (await import('./partner/pages/PartnerLogin')).PartnerLogin }),
      },
      {
        path: '/partner/accept-invitation/:token',
        lazy: async () => ({ Component: (await import('./partner/pages/linkPages')).AcceptInvitation }),
      },
      {
        path: '/welcome/:token',
        lazy: async () => ({ Component: (await import('./partner/pages/linkPages')).WelcomePage }),
      },
      {
        path: '/partner-dashboard',
        lazy: async () => ({ Component: (await import('./partner/pages/PartnerDashboard')).PartnerDashboard }),
      },
    ],
  },
  {
    path: '*',
    lazy: async () => ({ Component: (await import('./StaffConsole')).StaffConsole }),
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: LoadingTranslations,
  },
]

/** Made when the console starts: from then on it follows the address. */
export const createRouter = () => createBrowserRouter(ROUTES)
