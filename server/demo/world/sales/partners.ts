import type { PartnerContract } from '../../../../contract/entities/partner'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { DAY_MS, HOUR_MS, ZONE, weekdayOf, type Clock } from '../clock'
import { CURRENCY } from '../network/fares'
import { routeId } from '../network/routes'
import { userId } from '../people/users'
import type { RowOf } from '../rows'

export const partnerId = (code: string): string => idOf('partner', code)
export const credentialId = (code: string, environment: 'live' | 'test'): string =>
  idOf('credential', code, environment)

/** Partners that sell, with the prefix of their references. */
export const SELLING_PARTNERS = [
  { code: 'SUNVIA', prefix: 'SV-', holdMinutes: 1_440, commissionBp: 1_200, onAddons: false },
  { code: 'NORDTRIP', prefix: 'NT', holdMinutes: 60, commissionBp: 900, onAddons: true },
] as const
const [SUNVIA, NORDTRIP] = SELLING_PARTNERS
export type SellingPartner = (typeof SELLING_PARTNERS)[number]

/** Company that operates journeys for us. */
export const AFFILIATE = 'SIERRABUS'

/** Partner user that the sign-in page offers. */
export const DEMO_PARTNER = {
  email: 'rebecca.holt@sunvia.example.com',
  first: 'Rebecca',
  last: 'Holt',
  company: 'Sunvia',
} as const

const SHUTTLES = ['AGP-MAR', 'MAR-AGP', 'AGP-HTL']

type PartnerTables = 'partners' | 'partner_members' | 'partner_invitations' | 'partner_credentials'

export function partners(clock: Clock): { [T in PartnerTables]: RowOf<T>[] } {
  const at = (days: number, time = '10:00') => utcText(clock.at(clock.day(days), time))
  const stamped = (days: number) => ({ created_at: at(days), updated_at: at(days) })
  const chance = new Chance('partner secrets')
  /** Random hashes without a known secret, so that no key matches them. */
  const hash = () => chance.text('0123456789abcdef', 64)
  const contract: PartnerContract = {
    commission_mode: 'percent',
    commission_bp: SUNVIA.commissionBp,
    commission_on_addons: SUNVIA.onAddons,
    allowed_route_ids: SHUTTLES.map(routeId),
    hold_minutes: 1_440,
    credit_limit_minor: 1_500_000,
    cancel_rights: 'per_policy',
    valid_from: clock.day(-320),
    valid_to: null,
  }
  return {
    partners: [
      {
        id: partnerId('SUNVIA'),
        code: 'SUNVIA',
        legal_name: 'Sunvia Holidays Ltd',
        trading_name: 'Sunvia',
        kind: 'reseller',
        contact_email: 'partners@sunvia.example.com',
        locale: 'en',
        currency: CURRENCY,
        timezone: 'Europe/London',
        contract,
        ip_allowlist: [],
        status: 'active',
        ...stamped(-320),
      },
      {
        id: partnerId('NORDTRIP'),
        code: 'NORDTRIP',
        legal_name: 'Nordtrip GmbH',
        trading_name: 'Nordtrip',
        kind: 'integration',
        contact_email: 'api@nordtrip.example.net',
        locale: 'de',
        currency: CURRENCY,
        timezone: 'Europe/Berlin',
        contract: {
          ...contract,
          commission_bp: NORDTRIP.commissionBp,
          commission_on_addons: NORDTRIP.onAddons,
          allowed_route_ids: [],
          hold_minutes: 60,
          credit_limit_minor: null,
          cancel_rights: 'before_departure',
          valid_from: clock.day(-150),
        },
        ip_allowlist: ['203.0.113.0/28'],
        status: 'active',
        ...stamped(-150),
      },
      {
        id: partnerId('ALANDALUS'),
        code: 'ALANDALUS',
        legal_name: 'Al-Andalus Incoming S.L.',
        trading_name: null,
        kind: 'affiliate',
        contact_email: 'hola@alandalus.example.org',
        locale: 'es',
        currency: CURRENCY,
        timezone: ZONE,
        contract: {
          ...contract,
          commission_bp: 1_000,
          allowed_route_ids: [],
          hold_minutes: 15,
          credit_limit_minor: null,
          valid_from: null,
        },
        ip_allowlist: [],
        status: 'draft',
        ...stamped(-6),
      },
      {
        id: partnerId(AFFILIATE),
        code: AFFILIATE,
        legal_name: 'Autocares Sierra Blanca S.A.',
        trading_name: 'Sierra Bus',
        kind: 'affiliate',
        contact_email: 'trafico@sierrabus.example.org',
        locale: 'es',
        currency: CURRENCY,
        timezone: ZONE,
        contract: {
          ...contract,
          commission_mode: 'none',
          commission_bp: 0,
          allowed_route_ids: [],
          hold_minutes: 15,
          credit_limit_minor: null,
          valid_from: null,
        },
        ip_allowlist: [],
        status: 'active',
        ...stamped(-210),
      },
    ],
    partner_members: [
      member('SUNVIA', DEMO_PARTNER.email, 'owner', utcText(clock.now - 5 * HOUR_MS)),
      member('SUNVIA', 'tom.ashby@sunvia.example.com', 'agent', utcText(clock.now - 2 * DAY_MS)),
      member('NORDTRIP', 'jonas.lind@nordtrip.example.net', 'owner', utcText(clock.now - 9 * DAY_MS)),
      member('NORDTRIP', 'katrin.voss@nordtrip.example.net', 'developer', utcText(clock.now - 1 * DAY_MS)),
    ],
    partner_invitations: [
      {
        id: idOf('invitation', 'ALANDALUS'),
        partner_id: partnerId('ALANDALUS'),
        email: 'nadia.roldan@alandalus.example.org',
        role: 'owner',
        language: 'es',
        token_sha256: hash(),
        state: 'pending',
        expires_at: utcText(clock.now + 4 * DAY_MS),
        accepted_at: null,
        invited_by_user_id: userId('admin'),
        ...stamped(-3),
      },
    ],
    partner_credentials: (['live', 'test'] as const).map((environment) => ({
      id: credentialId('NORDTRIP', environment),
      partner_id: partnerId('NORDTRIP'),
      name: environment === 'live' ? 'Booking engine' : 'Staging',
      environment,
      prefix: `tk_${environment}_`,
      last4: chance.text('abcdefghjkmnpqrstuvwxyz23456789', 4),
      token_sha256: hash(),
      scopes: ['journeys:read' as const, 'trips:read' as const, 'trips:write' as const],
      ip_allowlist: [],
      expires_at: environment === 'live' ? utcText(clock.now + 240 * DAY_MS) : null,
      last_used_at: environment === 'live' ? utcText(clock.now - 3 * 60_000) : utcText(clock.now - 12 * DAY_MS),
      last_used_ip: '203.0.113.7',
      state: 'active' as const,
      ...stamped(environment === 'live' ? -120 : -140),
    })),
  }

  function member(
    code: string,
    email: string,
    role: RowOf<'partner_members'>['role'],
    seen: string,
  ): RowOf<'partner_members'> {
    const [first = '', last = ''] = (email.split('@')[0] ?? '').split('.')
    return {
      id: idOf('member', email),
      partner_id: partnerId(code),
      email,
      first_name: capital(first),
      last_name: capital(last),
      role,
      password_hash: null,
      last_login_at: seen,
      ...stamped(-140),
    }
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns seats that are reserved for the partners: on Saturday and Sunday shuttles, and on one journey. */
export function allotments(
  clock: Clock,
  journey: { id: string; routeCode: string; day: string } | undefined,
): RowOf<'allotments'>[] {
  const since = utcText(clock.at(clock.day(-60), '12:00'))
  const of = (
    code: string,
    rest: Pick<RowOf<'allotments'>, 'journey_id' | 'route_id' | 'weekday'>,
    seats: number,
    release: number,
  ) => ({
    id: idOf('allotment', code, rest.journey_id ?? rest.route_id ?? '', rest.weekday ?? ''),
    partner_id: partnerId(code),
    ...rest,
    seats,
    release_hours_before: release,
    created_at: since,
    updated_at: since,
  })
  const weekly = ['AGP-MAR', 'MAR-AGP'].flatMap((route) =>
    [6, 7].map((weekday) => of('SUNVIA', { journey_id: null, route_id: routeId(route), weekday }, 6, 48)),
  )
  return journey === undefined
    ? weekly
    : [
        ...weekly,
        of(
          'NORDTRIP',
          { journey_id: journey.id, route_id: null, weekday: null },
          weekdayOf(journey.day) > 5 ? 4 : 8,
          24,
        ),
      ]
}
