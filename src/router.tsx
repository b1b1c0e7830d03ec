import { createBrowserRouter } from 'react-router-dom'
import { isConsolePath } from './consolePaths'
import { NotFoundPage, RouteErrorPage } from './layout/pages/ErrorPage'
import { PageNotFound } from './layout/pages/PageNotFound'
import { LoadingTranslations } from './layout/LoadingTranslations'

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
