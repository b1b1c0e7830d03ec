import { uuidv7 } from 'uuidv7'
import { LARGE_PASSWORD } from '../company'
import { legsOf } from '../known'
import type { Given, Made, Prepare } from './preparation'

/** Values of a booking through OCTO at their largest. */
const octoValues = ({ company, serial }: Given) => {
  const [leg] = legsOf(company, serial)
  return {
    uuid: undefined,
    availabilityId: `${leg?.journey_id}.1.2`,
    emailAddress: 'ana@example.com',
    phoneNumber: '+34600111222',
    locales: ['en'],
    country: 'CY',
    expirationMinutes: 30,
  }
}

const reserve = (given: Given): Promise<{ uuid: string }> => {
  const { availabilityId } = octoValues(given)
  return given.reseller.post('/octo/bookings', {
    uuid: uuidv7(),
    productId: given.company.productId,
    optionId: 'DEFAULT',
    availabilityId,
    unitItems: [{ unitId: 'adult' }],
  })
}
const reserved: Prepare = async (given) => ({
  path: { uuid: (await reserve(given)).uuid },
  known: octoValues(given),
})

const invited: Prepare = async ({ company, serial, staff }) => {
  const email = `invited-${serial}@example.com`
  const { id } = await staff.post(`/partners/${company.partnerId}/invitations`, { email, show_link: true })
  return { path: { id: company.partnerId, invitationId: id } }
}

const credential: Prepare = async ({ portal }) => {
  const { id } = await portal.post('/partner/credentials', {
    name: 'Created',
    scopes: ['trips:read'],
    password: LARGE_PASSWORD,
  })
  return { path: { id } }
}

const mockTrip: Prepare = async ({ portal }) => {
  const { results } = await portal.post<{ results: Made[] }>('/partner/mock-trips', { scenario: 'happy_path' })
  return { path: { id: results[0]?.id ?? '' } }
}

/** Keys, invitations, bookings, statements and webhooks of the partner. */
export const PARTNER_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  resendPartnerInvitation: invited,
  revokePartnerInvitation: invited,
  rotateCredential: credential,
  revokeCredential: credential,
  reserveOctoBooking: (given) => {
    const known = octoValues(given)
    return { known, needed: { availabilityId: known.availabilityId, unitItems: [{ unitId: 'adult' }] } }
  },
  getOctoBooking: reserved,
  confirmOctoBooking: reserved,
  extendOctoBooking: reserved,
  cancelOctoBooking: reserved,
  updateOctoBooking: reserved,
  getMockTrip: mockTrip,
  advanceMockTrip: mockTrip,
  resetMockTrip: mockTrip,
  extendPartnerTrip: async ({ company, portal, serial }) => {
    const { id } = await portal.post('/partner/trips', {
      partner_reference: `HELD-${serial}`,
      legs: legsOf(company, serial).slice(0, 1),
      passengers: [{ category: 'adult' }],
      lead_name: 'Ana Ruiz',
      lead_phone: '+34600111222',
    })
    return { path: { id } }
  },
  testWebhook: async ({ portal, serial }) => {
    const { id } = await portal.post('/partner/credentials/webhooks', {
      url: `https://receiver.invalid/${serial}`,
      events: ['trip.confirmed'],
    })
    return { path: { id } }
  },
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Closes the statement of a partner with one trip. @returns the statement */
async function closeStatement({ company, own, staff }: Given): Promise<Made> {
  const [statement] = await staff.post<Made[]>(`/partners/${company.unsettledIds[own]}/statements`, {
    to: dayBefore(1),
  })
  if (!statement) throw new Error('The statement of the partner is empty.')
  return statement
}

/** Statements and their payments, each of a partner of its own. */
export const SETTLEMENT_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  // The first call closes the period of the partner with the most trips.
  closePartnerStatement: async ({ company, own, staff }) => {
    const to = dayBefore(1)
    const closed = await staff.get<{ period: { to: string } }[]>(`/partners/${company.partnerId}/statements`)
    const isOpen = closed.every(({ period }) => period.to < to)
    return {
      path: { id: isOpen ? company.partnerId : (company.unsettledIds[own] ?? '') },
      known: { to, due_on: undefined },
    }
  },
  payStatement: async (given) => {
    const statement = await closeStatement(given)
    return { path: { id: statement.id }, known: { amount_minor: statement['net_minor'] } }
  },
  reverseStatementPayment: async (given) => {
    const statement = await closeStatement(given)
    const { payments } = await given.staff.post<{ payments: Made[] }>(`/statements/${statement.id}/payments`, {
      amount_minor: statement['net_minor'],
    })
    return { path: { id: statement.id, payment_id: payments[0]?.id ?? '' } }
  },
}
