import { describe, expect, it } from 'vitest'
import { LIVE_NOTIFICATIONS_MAX } from '../../../../contract/core/limits/live'
import { liveAddress, reconnectDelayMs } from '../../../../src/providers/live/LiveConnection'
import { readServerMessage, toNotification, type LiveNotification } from '../../../../src/providers/live/messages'
import {
  NO_NOTIFICATIONS,
  reduceNotifications,
  type NotificationAction,
} from '../../../../src/providers/live/notifications'

const item = (id: string | number, more: Partial<LiveNotification> = {}): LiveNotification => ({
  id,
  title: `Title ${id}`,
  message: '',
  notification_type: 'success',
  is_read: false,
  read_at: null,
  time_ago: '1 minute ago',
  action_url: null,
  created_at: null,
  wording: null,
  group: null,
  ...more,
})
const after = (...actions: NotificationAction[]) => actions.reduce(reduceNotifications, NO_NOTIFICATIONS)
const arrived = (id: string, more = {}): NotificationAction => ({ type: 'new_notification', data: item(id, more) })
const counted = (total: number, unread: number): NotificationAction => ({
  type: 'notification_stats',
  data: { total, unread, read: total - unread },
})
const listed = (...items: LiveNotification[]): NotificationAction => ({ type: 'notifications', data: items })
const marked = (...ids: string[]): NotificationAction => ({ type: 'marked_read', ids, at: 'now' })

describe('the address of the live connection', () => {
  it.each([
    ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080/ws/notifications/?token=a%2Bb%2F%3D%26c'],
    ['https://api.example.com', 'wss://api.example.com/ws/notifications/?token=a%2Bb%2F%3D%26c'],
  ])('R-111 at %s is %s', (host, address) => {
    expect(liveAddress(host, 'a+b/=&c')).toBe(address)
  })
})

describe('the wait before a reconnection', () => {
  it('R-115 doubles from one second to half a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(reconnectDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })
})

describe('notifications', () => {
  it('R-125 have a new one on top, and the counts and lists of the server', () => {
    expect(after(counted(7, 2), arrived('a'), arrived('b'))).toMatchObject({
      items: [{ id: 'b' }, { id: 'a' }],
      stats: { total: 9, unread: 4, read: 5 },
    })
    expect(after(arrived('a'), listed(item('x'), item('y')), counted(12, 0))).toMatchObject({
      items: [{ id: 'x' }, { id: 'y' }],
      stats: { total: 12, unread: 0, read: 12 },
    })
  })

  it('show a grown group in place of its earlier version, uncounted, unless that was read', () => {
    const grown = (...before: NotificationAction[]) =>
      after(counted(7, 2), arrived('a', { group: 'g' }), arrived('b'), ...before, arrived('c', { group: 'g' }))
    expect(grown()).toMatchObject({ items: [{ id: 'c' }, { id: 'b' }], stats: { total: 9, unread: 4 } })
    expect(grown(marked('a'))).toMatchObject({
      items: [{ id: 'c' }, { id: 'b' }, { id: 'a', is_read: true }],
      stats: { total: 10, unread: 4 },
    })
  })

  it('R-126 that arrive twice are one row, counted once', () => {
    expect(after(arrived('a'), arrived('a'))).toMatchObject({ items: [{ id: 'a' }], stats: { total: 1, unread: 1 } })
    expect(after(listed(item('a'), item('a'))).items).toHaveLength(1)
  })

  it('R-129 are a bounded list with the right counts, however many arrive', () => {
    const state = after(...Array.from({ length: 1_000 }, (_, index) => arrived(String(index))))
    expect(state.items).toHaveLength(LIVE_NOTIFICATIONS_MAX)
    expect(state.items[0]?.id).toBe('999')
    expect(state.stats).toEqual({ total: 1_000, unread: 1_000, read: 0 })
  })

  it('R-147, R-148 become read when named, and counts decrease by the unread ones', () => {
    const before = [
      counted(30, 9),
      listed(item('a'), item('b'), item('c', { is_read: true, read_at: 'then' }), item('d')),
    ]
    const state = after(...before, marked('a', 'b', 'b', 'c', 'unknown'))
    expect(state.items.map(({ id, is_read, read_at }) => [id, is_read, read_at])).toEqual([
      ['a', true, 'now'],
      ['b', true, 'now'],
      ['c', true, 'then'],
      ['d', false, null],
    ])
    expect(state.stats).toEqual({ total: 30, unread: 7, read: 23 })
    expect(after(counted(1, 0), listed(item('a')), marked('a')).stats).toEqual({ total: 1, unread: 0, read: 1 })
  })

  it('R-146, R-148 all become read with an empty list of ids, also those that are not listed here', () => {
    const state = after(counted(30, 20), listed(item('a'), item('b')), { type: 'marked_read', ids: [], at: 'now' })
    expect(state.stats).toEqual({ total: 30, unread: 0, read: 30 })
    expect(state.items.map(({ is_read, read_at }) => [is_read, read_at])).toEqual(Array(2).fill([true, 'now']))
  })

  it('are deleted with the session', () => {
    expect(after(arrived('a'), { type: 'signed_out' })).toEqual(NO_NOTIFICATIONS)
  })
})

describe('a frame of the server', () => {
  it.each([
    '{oops',
    '',
    'null',
    '7',
    '[]',
    '{}',
    '{"type":"new_notification"}',
    '{"type":"new_notification","data":{"title":"no id"}}',
    '{"type":"notification_stats","data":{"total":"7","unread":"2","read":"5"}}',
    '{"type":"notification_stats","data":{"total":-1,"unread":0,"read":0}}',
    '{"type":"notification_stats","data":{"total":1,"unread":null,"read":0}}',
    '{"type":"notification_stats","data":{"total":1.5,"unread":1,"read":0}}',
    '{"type":"notifications","data":{}}',
    '{"type":"something_new"}',
  ])('R-124 that is invalid is ignored: %s', (frame) => {
    expect(readServerMessage(frame)).toBeNull()
  })

  it('with another type of id, missing fields or wrong types is still a notification', () => {
    expect(toNotification({ id: 7, title: 'x', is_read: 'yes', action_url: 3, wording: 'none' })).toEqual(
      item(7, { title: 'x', notification_type: '', time_ago: '' }),
    )
  })
})
