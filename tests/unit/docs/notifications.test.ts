import { describe, expect, it } from 'vitest'
import { NOTICES, NOTICE_KINDS } from '../../../contract/core/notices'
import { ROLES } from '../../../contract/core/vocabulary'
import { noticeOf } from '../../../server/domain/notices/notice-of'
import { wordNotice } from '../../../server/kernel/notices/wording'
import { tableOf } from '../../support/markdown-table'

const COLUMNS = { admin: 'Admin', manager: 'Manager', dispatcher: 'Dispatcher', agent: 'Agent' } as const

describe('docs/domain/notifications.md', () => {
  const rows = tableOf('domain/notifications.md', 'Kind')

  it('tells of every kind', () => {
    expect(rows.map((row) => row['Kind']?.replaceAll('`', ''))).toEqual(NOTICE_KINDS)
  })

  it.each(rows)('says who gets $Kind', (row) => {
    const kind = NOTICE_KINDS.find((known) => `\`${known}\`` === row['Kind']) ?? 'import_failed'
    const told = Object.entries(COLUMNS).filter(([, column]) => row[column] === 'yes')
    const notice = NOTICES[kind]
    expect(ROLES.filter((role) => (notice.roles as readonly string[]).includes(role))).toEqual(
      told.map(([role]) => role),
    )
    expect(row['Type']).toBe(notice.type)
    expect(row['Also who started it'] === 'yes').toBe('isJob' in notice)
  })
})

describe('what is told of a change', () => {
  const of = (action: string, ...changes: [string, unknown, unknown][]) =>
    noticeOf({ action, changes: changes.map(([field, old, value]) => ({ field, old, new: value })) })

  it.each([
    ['reservation_created', of('reservations.created', ['status', null, 'confirmed'])],
    ['reservation_held', of('reservations.created', ['status', null, 'on_hold'])],
    ['reservation_confirmed', of('reservations.updated', ['status', 'on_hold', 'confirmed'])],
    ['reservation_cancelled', of('reservations.updated', ['status', 'confirmed', 'cancelled'])],
    ['reservation_changed', of('reservations.updated', ['lead_phone', '+34600111222', '+34600111223'])],
    ['vehicle_withdrawn', of('vehicles.updated', ['status', 'available', 'out_of_service'])],
    ['vehicle_back', of('vehicles.updated', ['status', 'out_of_service', 'available'])],
    ['route_retired', of('routes.updated', ['status', 'active', 'retired'])],
    ['journey_cancelled', of('journeys.updated', ['service_status', 'scheduled', 'cancelled'], ['delay_min', 0, 9])],
    ['journey_reinstated', of('journeys.updated', ['service_status', 'cancelled', 'scheduled'])],
    ['journey_delayed', of('journeys.updated', ['delay_min', 0, 5])],
    ['journey_on_time', of('journeys.updated', ['delay_min', 5, 4])],
    ['journey_vehicle_changed', of('journeys.updated', ['vehicle_id', 'a', 'b'])],
    ['credential_created', of('partner_credentials.created')],
    ['credential_revoked', of('partner_credentials.revoked')],
    ['webhook_disabled', of('partner_webhook.disabled')],
  ])('%s', (kind, told) => {
    expect(told).toBe(kind)
  })

  it('is nothing where nobody has to act', () => {
    expect([
      of('reservations.updated', ['internal_notes', null, 'window seat']),
      of('reservations.updated', ['status', 'confirmed', 'checked_in']),
      of('journeys.created'),
      of('journeys.updated', ['delay_min', 0, 4]),
      of('vehicles.updated', ['odometer_km', 1, 2]),
      of('customers.updated', ['phone', null, '+34600111222']),
      of('auth.logged_in'),
    ]).toEqual(Array(7).fill(null))
  })
})

describe('the words of a message', () => {
  it('follow the plural of the language', () => {
    const words = (language: 'ae' | 'en' | 'fr', count: number) =>
      wordNotice('reservation_created', { label: 'ABC123', count, journey: 'N7-0830' }, language).message
    expect([words('en', 1), words('en', 2), words('fr', 0), words('ae', 2), words('ae', 3), words('ae', 11)]).toEqual([
      '1 seat, N7-0830.',
      '2 seats, N7-0830.',
      '0 place, N7-0830.',
      'مقعدان، N7-0830.',
      '3 مقاعد، N7-0830.',
      '11 مقعدًا، N7-0830.',
    ])
  })

  it('tell the day of a hire as the language does', () => {
    const words = (language: 'ae' | 'de' | 'en') =>
      wordNotice('reservation_created', { label: 'ABC123', count: 2, journey: '2026-12-11' }, language).message
    expect([words('en'), words('de'), words('ae')]).toEqual([
      '2 seats, 11 Dec 2026.',
      '2 Plätze, 11. Dez. 2026.',
      'مقعدان، 11 ديسمبر 2026.',
    ])
  })
})
