import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Codes } from '../../../../../../server/features/gtfs/plan/codes'
import { languageKey, nameOf } from '../../../../../../server/features/gtfs/plan/languages'
import { feedKey } from '../../../../../../server/features/gtfs/plan/feed-key'
import { stationKind } from '../../../../../../server/features/gtfs/plan/station-kind'

describe('names', () => {
  test.each([
    ['en', 'en'],
    ['en-US', 'en'],
    ['ar', 'ae'],
    ['ar-CY', 'ae'],
    ['zh_Hant', 'zh'],
    ['MK', 'mk'],
    ['fil', 'fil'],
    ['mul', undefined],
    ['und', undefined],
    ['', undefined],
    ['english', undefined],
  ])('in the language %s are stored under %s', (tag, key) => {
    expect(languageKey(tag)).toBe(key)
  })

  test('have the English translation as English, and keep their original language', () => {
    expect(
      nameOf(
        'Скопје',
        'mk',
        new Map([
          ['en', 'Skopje'],
          ['ar', 'سكوبيه'],
        ]),
      ),
    ).toEqual({ en: 'Skopje', mk: 'Скопје', ae: 'سكوبيه' })
  })

  test('have the text itself as English when there is no translation', () => {
    expect(nameOf('Скопје', 'mk', new Map())).toEqual({ en: 'Скопје', mk: 'Скопје' })
    expect(nameOf('Central', '', new Map())).toEqual({ en: 'Central' })
    expect(nameOf('Central', 'en', new Map())).toEqual({ en: 'Central' })
  })

  test('are truncated to the maximum of a record', () => {
    expect(nameOf('x'.repeat(300), 'en', new Map())['en']).toHaveLength(200)
  })
})

describe('codes', () => {
  const codes = (taken: string[] = []) => new Codes(taken, 12)

  test.each([
    [['mb'], 'MB'],
    [['1', 'R1'], 'R1'],
    [['Hauptbahnhof Süd'], /^HAUPT-[0-9A-F]{6}$/],
    [['hilo:12/a'], 'HILO-12-A'],
    [['Zoo Ü'], 'ZOO-U'],
    [['Скопје'], /^[0-9A-F]{6}$/],
    [['Станица 5'], /^5-[0-9A-F]{6}$/],
    [['7'], /^[0-9A-F]{6}$/],
    [['', '-'], /^[0-9A-F]{6}$/],
  ])('of %j is %s', (requests, code) => {
    expect(codes().next(requests)).toMatch(code)
  })

  test('take the next candidate, then a number, when a code is taken', () => {
    const given = codes(['MB'])
    expect(given.next(['mb', 'main'])).toBe('MAIN')
    expect(given.next(['mb', 'main'])).toBe('MAIN-2')
    expect(given.next(['mb', 'main'])).toBe('MAIN-3')
  })

  test('are unique, valid, and the same every time', () => {
    const requests = fc.array(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 2 }), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(requests, (all) => {
        const given = codes()
        const made = all.map((request) => given.next(request))
        expect(new Set(made).size).toBe(made.length)
        for (const code of made) expect(code).toMatch(/^[A-Z0-9-]{2,12}$/)
        const again = codes()
        expect(all.map((request) => again.next(request))).toEqual(made)
      }),
    )
  })
})

describe('the name of a feed', () => {
  const agency = (agency_id: string) => ({
    agency_id,
    agency_name: 'Any',
    agency_timezone: 'UTC',
    agency_lang: '',
    agency_phone: '',
  })

  test('consists of its publisher and its agencies, in any order', () => {
    const agencies = [agency('RBH'), agency('HOB')]
    expect(feedKey({ publisher: 'Tiger Oakes', agencies })).toBe('tiger-oakes:hob+rbh')
    expect(feedKey({ publisher: 'Tiger Oakes', agencies: agencies.reverse() })).toBe('tiger-oakes:hob+rbh')
  })

  test('is unique for long and foreign names', () => {
    const long = (end: string) => feedKey({ publisher: `${'транспорт '.repeat(12)}${end}`, agencies: [agency('1')] })
    expect(long('a')).not.toBe(long('b'))
    expect(long('a').length).toBeLessThanOrEqual(56)
  })
})

describe('the type of a station', () => {
  test.each([
    [[3], false, 'stop'],
    [[3], true, 'bus_station'],
    [[0, 5], false, 'stop'],
    [[2], false, 'rail_station'],
    [[1, 3], true, 'rail_station'],
    [[109], false, 'rail_station'],
    [[4], false, 'port'],
    [[1200, 3], false, 'port'],
    [[1100], true, 'airport'],
    [[715], false, 'stop'],
    [[], false, 'stop'],
    [[], true, 'stop'],
  ] as const)('where %j call, a parent: %s, is %s', (types, isParent, kind) => {
    expect(stationKind(types, isParent)).toBe(kind)
  })
})
