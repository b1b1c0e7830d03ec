import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { NOTIFICATION_KINDS, NOTIFICATIONS } from '../../../../contract/core/notifications'
import type { Role } from '../../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../../contract/core/languages'
import arabic from '../../../../locales/ae/translation.json'
import { notificationText } from '../../../../src/features/notifications/notificationText'
import { toNotification } from '../../../../src/providers/live/messages'
import type { Format } from '../../../../src/ui/useFormat'
import { wordNotification } from '../../../../server/kernel/notifications/wording'
import { buildWorld } from '../../../../server/demo/world/build-world'

const NOW = new Date('2026-11-21T11:40:00Z')
const world = buildWorld(NOW)
const locales = new Map(world.users.map(({ id, locale }) => [id, locale]))

describe('notifications of the demo', () => {
  it('contain only what needs their recipient, and group equal unread ones', () => {
    const roles = new Map(world.users.map(({ id, role }) => [id, role]))
    const booked = new Map(world.reservations.map(({ id, booked_by_user_id: user }) => [id, user]))
    const open = new Set<string>()
    for (const { user_id, kind, entity_id, record_ids = [], is_read, is_open } of world.notifications) {
      const known = NOTIFICATION_KINDS.find((candidate) => candidate === kind)
      const role = roles.get(user_id)
      if (!known || !role) throw new Error(`${String(kind)} for ${user_id}`)
      const notice = NOTIFICATIONS[known]
      const isTheirs = (notice.roles as readonly Role[]).includes(role) || 'isJob' in notice
      if (!isTheirs) for (const id of record_ids) expect(booked.get(id)).toBe(user_id)
      if (!is_open || is_read) continue
      expect(record_ids.at(-1)).toBe(entity_id)
      expect(open).not.toContain(`${user_id} ${kind}`)
      open.add(`${user_id} ${kind}`)
    }
    expect(world.notifications.some(({ record_ids = [] }) => record_ids.length > 1)).toBe(true)
  })

  it('are those that the product writes, in the language of the account of each recipient', () => {
    const kinds = new Set(world.notifications.map(({ kind }) => kind))
    expect(kinds.size).toBeGreaterThan(6)
    const read = new Set<string>()
    for (const { user_id, kind, wording, title, message } of world.notifications) {
      const known = NOTIFICATION_KINDS.find((candidate) => candidate === kind)
      const locale = LANGUAGES.find((language) => language === locales.get(user_id))
      if (!known || !locale) throw new Error(`${String(kind)} for ${user_id}`)
      expect([title, message]).toEqual([null, null])
      const words = wordNotification(known, wording ?? {}, locale, NOW)
      expect([words.title, words.message].join(' ')).not.toMatch(/\{\{|^ | $/)
      read.add(locale)
    }
    expect([...read].toSorted()).toEqual(['en', 'es'])
  })

  it('are shown in Arabic when the console is in Arabic, whatever the language of their recipient', async () => {
    const i18n = createInstance()
    // The product's code for Arabic is `ae`, but the plural rules are those of `ar`.
    await i18n.init({ lng: 'ar', resources: { ar: { translation: arabic } }, interpolation: { escapeValue: false } })
    const format = {
      locale: 'ar',
      t: (key: string, values?: object) => i18n.t(key, { ...values }),
    } as unknown as Format
    for (const row of world.notifications) {
      const item = toNotification({ ...row, wording: { kind: row.kind, values: row.wording } })
      if (!item) throw new Error(row.id)
      const { title, message } = notificationText(item, format)
      expect(message).toMatch(/\p{Script=Arabic}/u)
      for (const text of [title, message]) expect(text).not.toMatch(/^$|\{\{|app\.notifications/)
    }
  })
})
