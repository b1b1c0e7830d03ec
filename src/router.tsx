import { createBrowserRouter } from 'react-router-dom'
import { CONSOLE_RESOURCES } from '../contract/vocabulary'
import { NotFoundPage, RouteErrorPage } from './layout/pages/ErrorPage'
import { PageNotFound } from './layout/pages/PageNotFound'
import { LoadingTranslations } from './layout/LoadingTranslations'

const RESOURCE_PATH = new RegExp(`^/(${CONSOLE_RESOURCES.join('|')})(/(create|import|[^/]+(/show)?))?/?$`)
const OTHER_PATHS = /^\/(dashboard\/?|login\/?|access-denied|authentication-error)?$/

/** Whether the staff console has a page at a path. */
export function isConsolePath(pathname: string): boolean {
  return OTHER_PATHS.test(pathname) || RESOURCE_PATH.test(pathname)
}

export const router = createBrowserRouter([
  { path: '/pages/error404', Component: NotFoundPage },
  {
    path: '*',
    lazy: async () => ({ Component: (await import('./StaffConsole')).StaffConsole }),
    // A blank page for what is no page; inside the console it would stand within its frame.
    loader: ({ request }) => {
      if (!isConsolePath(new URL(request.url).pathname)) throw new PageNotFound()
      return null
    },
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: LoadingTranslations,
  },
])
