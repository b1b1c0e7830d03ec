import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useFormat } from '../../ui/useFormat'
import { PageTitle } from '../../ui/PageTitle'
import { PartnerFrame } from '../frame/PartnerFrame'
import { SECTIONS, type SectionName } from '../frame/sections'
import { Credentials } from '../sections/Credentials'
import { Overview } from '../sections/Overview'
import { Trips } from '../sections/Trips'
import type { Partner, PartnerUser } from '../session/partnerIdentity'
import { PartnerGuard } from '../session/PartnerGuard'

interface SectionProps {
  user: PartnerUser
  partner: Partner
}

const CONTENT: Record<SectionName, (props: SectionProps) => ReactNode> = {
  overview: Overview,
  trips: Trips,
  credentials: Credentials,
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
          <Content user={user} partner={partner} />
        </PartnerFrame>
      )}
    </PartnerGuard>
  )
}
