import type { EventAction } from '../../../contract/core/events'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/core/languages'
import { NOTIFICATIONS, NOTIFICATION_KINDS } from '../../../contract/core/notifications'
import { ROLES } from '../../../contract/core/vocabulary'
import { notificationOf } from '../../../server/domain/notifications/notification-of'
import { wordNotification, type NotificationValues } from '../../../server/kernel/notifications/wording'
import { tableOf } from '../../support/markdown-table'

const COLUMNS = { admin: 'Admin', manager: 'Manager', dispatcher: 'Dispatcher', agent: 'Agent' } as const

describe('docs/domain/notifications.md', () => {
  const rows = tableOf('domain/notifications.md', 'Kind')

  it('describes every type', () => {
    expect(rows.map((row) => row['Kind']?.replaceAll('`', ''))).toEqual(NOTIFICATION_KINDS)
  })

  it.each(rows)('names the recipients of $Kind', (row) => {
    const kind = NOTIFICATION_KINDS.find((known) => `\`${known}\`` === row['Kind']) ?? 'import_failed'
    const notice = NOTIFICATIONS[kind]
    const rolesWith = (word: string) =>
      Object.entries(COLUMNS).flatMap(([role, column]) => (row[column] === word ? [role] : []))
    const known = (roles: readonly string[]) => ROLES.filter((role) => roles.includes(role))
    expect(known(notice.roles)).toEqual(rolesWith('yes'))
    expect(known(notice.followers)).toEqual(rolesWith('may follow'))
    expect(row['Also who'] ?? '').toBe('isJob' in notice ? 'started it' : 'toBooker' in notice ? 'booked it' : '')
    expect(row['Grouped'] === 'yes').toBe('isGrouped' in notice)
    expect(row['Type']).toBe(notice.type)
  })
})

describe('the notification of a change', () => {
  const of = (action: EventAction, ...changes: [string, unknown, unknown][]) =>
    notificationOf({ action, changes: changes.map(([field, old, value]) => ({ field, old, new: value })) })

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
    ['reservation_hold_ends', of('reservations.hold_ends')],
    ['journey_clash', of('journeys.clashed', ['job', null, 'N7-0930'])],
    ['journey_unassigned', of('journeys.unassigned_soon')],
    ['journey_delayed', of('journeys.updated', ['delay_min', 0, 5])],
    ['journey_on_time', of('journeys.updated', ['delay_min', 5, 4])],
    ['journey_vehicle_changed', of('journeys.updated', ['vehicle_id', 'a', 'b'])],
    ['credential_created', of('partner_credential.created')],
    ['credential_revoked', of('partner_credential.revoked')],
    ['webhook_disabled', of('partner_webhook.disabled')],
  ])('%s', (kind, actual) => {
    expect(actual).toBe(kind)
  })

  it('does not exist when no user has to act', () => {
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

describe('the text of a notification', () => {
  const NOW = new Date('2026-12-10T09:00:00Z')
  const trip = { who: 'Anna Keller', from: 'Málaga', to: 'Granada', at: '2026-12-11T14:05' }
  const words = (language: Language, values: NotificationValues) =>
    wordNotification('reservation_cancelled', { label: 'ABC123', count: 2, ...values }, language, NOW)

  it('follow the plural of the language', () => {
    const message = (language: Language, count: number) => words(language, { count }).message
    expect([
      message('en', 1),
      message('en', 2),
      message('fr', 0),
      message('ae', 2),
      message('ae', 3),
      message('ae', 11),
    ]).toEqual([
      'Cancelled: ABC123, 1 seat.',
      'Cancelled: ABC123, 2 seats.',
      'Annulée : ABC123, 0 place.',
      'تم الإلغاء: ⁨ABC123⁩، مقعدان.',
      'تم الإلغاء: ⁨ABC123⁩، 3 مقاعد.',
      'تم الإلغاء: ⁨ABC123⁩، 11 مقعدًا.',
    ])
  })

  it('names user, place and time in the language of the recipient', () => {
    expect(words('en', { ...trip, by: 'Maria Lopez' })).toEqual({
      title: 'Anna Keller, Málaga → Granada, Fri 14:05',
      message: 'Cancelled: ABC123, 2 seats. By Maria Lopez.',
    })
    expect(words('de', trip).title).toBe('Anna Keller, Málaga → Granada, Fr 14:05')
    expect(words('ae', trip).title).toBe(
      '\u200F\u2068Anna Keller\u2069، \u2068Málaga\u2069 ← \u2068Granada\u2069، الجمعة 14:05',
    )
    expect(words('en', {}).title).toBe('ABC123')
  })

  it('includes the date of an event that is not within the week', () => {
    expect(words('en', { ...trip, at: '2026-12-18T14:05' }).title).toBe('Anna Keller, Málaga → Granada, 18 Dec 14:05')
    expect(words('de', { ...trip, at: '2026-12-08T14:05' }).title).toBe('Anna Keller, Málaga → Granada, 8. Dez. 14:05')
  })

  it('includes the number of grouped events, and the latest', () => {
    expect(words('en', { ...trip, group: 12 })).toEqual({
      title: '12 bookings cancelled',
      message: 'Latest: Anna Keller, Málaga → Granada, Fri 14:05',
    })
    expect(words('ae', { ...trip, group: 2 }).title).toBe('حجزان ملغيان')
  })
})
