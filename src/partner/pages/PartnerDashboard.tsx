import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useFormat } from '../../ui/useFormat'
import { PageTitle } from '../../ui/PageTitle'
import { PartnerFrame } from '../frame/PartnerFrame'
import { SECTIONS, type SectionName, type SectionProps } from '../frame/sections'
import { Overview } from '../sections/Overview'
import { PartnerGuard } from '../session/PartnerGuard'

/** Each section comes when it is first opened; the first one is there at once. */
const CONTENT: Record<SectionName, ComponentType<SectionProps>> = {
  overview: Overview,
  journeys: lazy(() => import('../journeys/JourneySection')),
  trips: lazy(() => import('../trips/TripSection')),
  credentials: lazy(() => import('../sections/Credentials')),
  webhooks: lazy(() => import('../webhooks/WebhookSection')),
  mock: lazy(() => import('../mock/MockSection')),
  checklist: lazy(() => import('../mock/ChecklistSection')),
  logs: lazy(() => import('../logs/LogSection')),
  docs: lazy(() => import('../docs/DocSection')),
}

/** The partner's own page; its section stands in the query, so that each can be linked and gone back to. */
export function PartnerDashboard() {
  const { t } = useFormat()
  const [query] = useSearchParams()
  const name = SECTIONS.find((section) => section === query.get('section')) ?? 'overview'
  const Content = CONTENT[name]
  return (
    <PartnerGuard>
      {({ user, partner }) => (
        <PartnerFrame user={user} partner={partner} current={name}>
          <PageTitle>{t(`app.partner.nav.${name}`)}</PageTitle>
          <Suspense fallback={<Skeleton variant="rectangular" height={420} sx={{ borderRadius: 2.5 }} />}>
            <Content user={user} partner={partner} />
          </Suspense>
        </PartnerFrame>
      )}
    </PartnerGuard>
  )
}
