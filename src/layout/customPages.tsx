import type { ComponentType } from 'react'
import { CustomRoutes } from 'react-admin'
import { Route } from 'react-router-dom'
import type { OtherPage } from '../providers/consolePaths'
import { SignedIn } from '../ui/Gate'
import { pageOnDemand } from '../ui/onDemand'
import { DASHBOARD } from './screens'

const NotificationsPage = pageOnDemand(() => import('../features/notifications/NotificationsPage'))
const OutboxPage = pageOnDemand(() => import('../resources/mails/OutboxPage'))
const MailPage = pageOnDemand(() => import('../resources/mails/MailPage'))
const AccountPage = pageOnDemand(() => import('../resources/account/AccountPage'))
const TasksPage = pageOnDemand(() => import('../resources/tasks/TasksPage'))
const MapPage = pageOnDemand(() => import('../resources/map/MapPage'))
const PaymentsPage = pageOnDemand(() => import('../resources/payments/PaymentsPage'))
const PaymentPage = pageOnDemand(() => import('../resources/payments/PaymentPage'))
const TillsPage = pageOnDemand(() => import('../resources/tills/TillsPage'))
const TillSheetPage = pageOnDemand(() => import('../resources/tills/TillSheetPage'))
const CompanyPage = pageOnDemand(() => import('../resources/company/CompanyPage'))

export const Dashboard = pageOnDemand(DASHBOARD)

const PAGES: Record<OtherPage, ComponentType> = {
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

/** Pages that belong to no resource; each checks the permission itself. */
export const CUSTOM_PAGES = (
  <CustomRoutes key="pages">
    {Object.entries(PAGES).map(([path, Page]) => (
      <Route
        key={path}
        path={path}
        element={
          <SignedIn>
            <Page />
          </SignedIn>
        }
      />
    ))}
  </CustomRoutes>
)
