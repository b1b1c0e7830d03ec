import Skeleton from '@mui/material/Skeleton'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useFormat } from '../../ui/useFormat'
import { PageTitle } from '../../ui/PageTitle'
import { PartnerFrame } from '../frame/PartnerFrame'
import { ACCOUNT_SECTION, SECTIONS, type SectionName, type SectionProps } from '../frame/sections'
import { Overview } from '../sections/Overview'
import { PartnerGuard } from '../PartnerSession'
import { onDemand } from '../../ui/onDemand'

const Waiting = () => <Skeleton variant="rounded" height={420} />

/** Each section is fetched when it is first opened, except for the overview. */
const CONTENT: Record<SectionName, ComponentType<SectionProps>> = {
  overview: Overview,
  journeys: onDemand(() => import('../journeys/JourneySection'), Waiting),
  trips: onDemand(() => import('../trips/TripSection'), Waiting),
  statements: onDemand(() => import('../statements/StatementSection'), Waiting),
  credentials: onDemand(() => import('../sections/Credentials'), Waiting),
  webhooks: onDemand(() => import('../webhooks/WebhookSection'), Waiting),
  mock: onDemand(() => import('../sandbox/SandboxSection'), Waiting),
  checklist: onDemand(() => import('../sandbox/ChecklistSection'), Waiting),
  logs: onDemand(() => import('../logs/LogSection'), Waiting),
  docs: onDemand(() => import('../docs/DocSection'), Waiting),
  account: onDemand(() => import('../account/AccountSection'), Waiting),
}

const PAGES: readonly SectionName[] = [...SECTIONS, ACCOUNT_SECTION]

/** Partner page; its section is in the query, so that links and the Back button work. */
export function PartnerDashboard() {
  const { t } = useFormat()
  const [query] = useSearchParams()
  const name = PAGES.find((section) => section === query.get('section')) ?? 'overview'
  const Content = CONTENT[name]
  return (
    <PartnerGuard>
      {({ user, partner }) => (
        <PartnerFrame user={user} partner={partner} current={name}>
          <PageTitle>{t(name === ACCOUNT_SECTION ? 'app.account.title' : `app.partner.nav.${name}`)}</PageTitle>
          <Content user={user} partner={partner} />
        </PartnerFrame>
      )}
    </PartnerGuard>
  )
}
