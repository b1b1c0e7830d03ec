import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { NOTICE_KINDS } from '../../../../contract/core/notices'
import { LANGUAGES } from '../../../../contract/core/vocabulary'
import arabic from '../../../../locales/ae/translation.json'
import { notificationText } from '../../../../src/layout/notifications/notificationText'
import { toNotification } from '../../../../src/providers/live/messages'
import type { Format } from '../../../../src/ui/useFormat'
import { wordNotice } from '../../../../server/kernel/notices/wording'
import { buildWorld } from '../../../../server/demo/world/build-world'

const world = buildWorld(new Date('2026-11-21T11:40:00Z'))
const locales = new Map(world.users.map(({ id, locale }) => [id, locale]))

describe('notifications of the demo', () => {
  it('are such as the product writes, in the language of each reader’s account', () => {
    const kinds = new Set(world.notifications.map(({ kind }) => kind))
    expect(kinds.size).toBeGreaterThan(6)
    const read = new Set<string>()
    for (const { user_id, kind, wording, title, message } of world.notifications) {
      const known = NOTICE_KINDS.find((candidate) => candidate === kind)
      const locale = LANGUAGES.find((language) => language === locales.get(user_id))
      if (!known || !locale) throw new Error(`${String(kind)} for ${user_id}`)
      expect({ title, message }).toEqual(wordNotice(known, wording ?? {}, locale))
      read.add(locale)
    }
    expect([...read].toSorted()).toEqual(['en', 'es'])
  })

  it('read in Arabic where the console is in Arabic, whoever they were written for', async () => {
    const i18n = createInstance()
    // Arabic is `ae` here; its plural forms are those of `ar`.
    await i18n.init({ lng: 'ar', resources: { ar: { translation: arabic } }, interpolation: { escapeValue: false } })
    const format = {
      locale: 'ar',
      t: (key: string, values?: object) => i18n.t(key, { ...values }),
    } as unknown as Format
    for (const row of world.notifications) {
      const item = toNotification({ ...row, wording: { kind: row.kind, values: row.wording } })
      if (!item) throw new Error(row.id)
      const { title, message } = notificationText(item, format)
      for (const text of [title, message]) {
        expect(text).toMatch(/\p{Script=Arabic}/u)
        expect(text).not.toMatch(/\{\{|app\.notices/)
      }
    }
  })
})
