import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, INTL_LOCALES } from '../../../../contract/core/languages'
import { addDays, formatDate, formatTime } from '../../../../src/providers/format/dates'
import { readDay, type DayContext } from '../../../../src/providers/format/readDay'
import { readDayTime, readServiceTime, readTime } from '../../../../src/providers/format/readTime'

const LOCALES = LANGUAGES.map((language) => INTL_LOCALES[language])
/** A Wednesday. */
const TODAY = '2026-11-25'
const context = (locale: string, more: Partial<DayContext> = {}): DayContext => ({ locale, today: TODAY, ...more })

const WIDE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const SHORT = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const DIGITS = { day: 'numeric', month: 'numeric', year: 'numeric' } as const
const ARABIC_DIGITS = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))

describe('a day', () => {
  it.each(LOCALES)('is read back from every format, for every day of 2024 to 2030 (%s)', (locale) => {
    const wrong: string[] = []
    for (let day = '2024-01-01'; day <= '2030-12-31'; day = addDays(day, 1))
      for (const options of [undefined, WIDE, SHORT, DIGITS]) {
        const text = formatDate(day, locale, options)
        for (const typed of [text, text.toUpperCase(), ARABIC_DIGITS(text)])
          if (readDay(typed, context(locale)).value !== day) wrong.push(`${day}: ${typed}`)
      }
    expect(wrong).toEqual([])
  })

  it.each([
    ['3.12', '2026-12-03'],
    ['3/12', '2026-12-03'],
    ['3.12.', '2026-12-03'],
    ['03-12-2026', '2026-12-03'],
    ['03/12/26', '2026-12-03'],
    ['2026-12-03', '2026-12-03'],
    ['3 dec', '2026-12-03'],
    ['3rd of December', '2026-12-03'],
    ['Dec 3', '2026-12-03'],
    ['dec 3, 2027', '2027-12-03'],
    ['thu 3 dec', '2026-12-03'],
    ['thu 3/12', '2026-12-03'],
    ['0312', '2026-12-03'],
    ['031226', '2026-12-03'],
    ['20261203', '2026-12-03'],
    ['03122026', '2026-12-03'],
    ['wed', '2026-11-25'],
    ['fri', '2026-11-27'],
    ['Friday', '2026-11-27'],
    ['tu', '2026-12-01'],
    ['27', '2026-11-27'],
    ['24', '2026-12-24'],
    ['31', '2026-12-31'],
    ['today', '2026-11-25'],
    ['tomorrow', '2026-11-26'],
    ['tom', '2026-11-26'],
    ['yesterday', '2026-11-24'],
    ['+3', '2026-11-28'],
    ['-1', '2026-11-24'],
    ['24.11', '2026-11-24'],
    ['3.1', '2027-01-03'],
    ['29 feb', '2028-02-29'],
    ['٣/١٢', '2026-12-03'],
  ])('is read from "%s" in English', (typed, day) => {
    expect(readDay(typed, context('en-GB'))).toEqual({ value: day })
  })

  it.each([
    ['de', 'morgen', '2026-11-26'],
    ['de', 'übermorgen', '2026-11-27'],
    ['de', 'Fr', '2026-11-27'],
    ['de', 'freitag', '2026-11-27'],
    ['de', '3. Dez.', '2026-12-03'],
    ['de', 'am 3. dezember', '2026-12-03'],
    ['de', '1. maerz', '2027-03-01'],
    ['de', 'dec 3', '2026-12-03'],
    ['fr', 'demain', '2026-11-26'],
    ['fr', 'après-demain', '2026-11-27'],
    ['fr', "aujourd'hui", '2026-11-25'],
    ['fr', 'ven', '2026-11-27'],
    ['fr', '1er décembre', '2026-12-01'],
    ['fr', 'le 3 dec', '2026-12-03'],
    ['es', 'manana', '2026-11-26'],
    ['es', 'mañana', '2026-11-26'],
    ['es', 'pasado mañana', '2026-11-27'],
    ['es', 'vie', '2026-11-27'],
    ['es', '3 de diciembre', '2026-12-03'],
    ['es', 'mar', '2026-12-01'],
    ['es', '3 mar', '2027-03-03'],
    ['es', 'mar 1', '2026-12-01'],
    ['ar-AE', 'غدا', '2026-11-26'],
    ['ar-AE', 'غدًا', '2026-11-26'],
    ['ar-AE', 'اليوم', '2026-11-25'],
    ['ar-AE', 'الجمعة', '2026-11-27'],
    ['ar-AE', 'جمعه', '2026-11-27'],
    ['ar-AE', 'الأحد', '2026-11-29'],
    ['ar-AE', '٣ ديسمبر', '2026-12-03'],
    ['ar-AE', '3/12', '2026-12-03'],
    ['ar-AE', 'fri', '2026-11-27'],
  ])('in %s is read from "%s"', (locale, typed, day) => {
    expect(readDay(typed, context(locale))).toEqual({ value: day })
  })

  it.each([
    '',
    'soon',
    '31.2',
    '3.13',
    '12/25/2026',
    '32',
    '0',
    '3 ju',
    'ma',
    't',
    'dec',
    '3.12.2026 1',
    '1.2.3.4',
    '312',
    '3:12',
    '3.12.1400',
  ])('is not read from "%s"', (typed) => {
    expect(readDay(typed, context('en-GB'))).toEqual({ value: '', fault: 'unread' })
  })

  it('is not read with a wrong weekday', () => {
    expect(readDay('fri 3 dec', context('en-GB'))).toEqual({ value: '', fault: 'weekday', day: '2026-12-03' })
    expect(readDay('do 4.12.', context('de'))).toEqual({ value: '', fault: 'weekday', day: '2026-12-04' })
  })

  it('is within the bounds of the field when possible', () => {
    expect(readDay('24.11', context('en-GB', { min: TODAY })).value).toBe('2027-11-24')
    expect(readDay('3.12', context('en-GB', { max: TODAY })).value).toBe('2025-12-03')
    expect(readDay('fri', context('en-GB', { max: TODAY })).value).toBe('2026-11-20')
    expect(readDay('fri', context('en-GB', { min: '2027-03-01' })).value).toBe('2027-03-05')
    expect(readDay('1.1.2020', context('en-GB', { min: TODAY })).value).toBe('2020-01-01')
  })

  it('has the order of the language', () => {
    expect(readDay('12/25', context('en-US')).value).toBe('2026-12-25')
    expect(readDay('3/12', context('en-US')).value).toBe('2026-03-12'.replace('2026', '2027'))
    expect(readDay('0312', context('en-US')).value).toBe('2027-03-12')
  })

  it('has every number and weekday of the text', () => {
    const weekdays = (locale: string) =>
      Array.from({ length: 7 }, (_, at) => formatDate(addDays('2024-01-01', at), locale, { weekday: 'short' }))
    const months = (locale: string) =>
      Array.from({ length: 12 }, (_, at) => formatDate(addDays('2024-01-15', at * 30), locale, { month: 'short' }))
    const asked = fc.constantFrom(...LOCALES).chain((locale) =>
      fc.record({
        locale: fc.constant(locale),
        today: fc.integer({ min: 0, max: 2_600 }).map((days) => addDays('2024-01-01', days)),
        glue: fc.constantFrom(' ', '.', '/', ', '),
        pieces: fc.array(
          fc.oneof(
            fc.integer({ min: 0, max: 40 }).map(String),
            fc.integer({ min: 2_000, max: 2_040 }).map(String),
            fc.constantFrom(...weekdays(locale)),
            fc.constantFrom(...months(locale)),
          ),
          { minLength: 1, maxLength: 5 },
        ),
      }),
    )
    let read = 0
    fc.assert(
      fc.property(asked, ({ locale, today, glue, pieces }) => {
        const { value } = readDay(pieces.join(glue), { locale, today })
        if (!value) return
        read += 1
        const [year = 0, month, day] = value.split('-').map(Number)
        const said = new Set(
          [year, year % 100, month, day]
            .map(String)
            .concat(formatDate(value, locale, { weekday: 'short' }), formatDate(value, locale, { month: 'short' })),
        )
        const name = formatDate(value, locale, { month: 'long' })
        // Four digits alone are a day and a month, and "1 mar" is the first of "mars".
        const isSaid = (part: string) =>
          said.has(part) || pieces.join() === part || name.startsWith(part.replace('.', ''))
        expect(pieces.filter((part) => !isSaid(part))).toEqual([])
      }),
      { numRuns: 10_000 },
    )
    expect(read).toBeGreaterThan(500)
  })
})

describe('a time', () => {
  it.each([
    ['1430', '14:30'],
    ['14:30', '14:30'],
    ['14.30', '14:30'],
    ['14h30', '14:30'],
    ['14h', '14:00'],
    ['14 Uhr', '14:00'],
    ['14 Uhr 30', '14:30'],
    ['2:30 pm', '14:30'],
    ['2:30 p. m.', '14:30'],
    ['230pm', '14:30'],
    ['2 pm', '14:00'],
    ['12 am', '00:00'],
    ['12pm', '12:00'],
    ['9', '09:00'],
    ['905', '09:05'],
    ['0', '00:00'],
    ['٢:٣٠ م', '14:30'],
    ['الساعة ٩', '09:00'],
  ])('is read from "%s"', (typed, time) => {
    expect(readTime(typed)).toEqual({ value: time })
  })

  it.each(['', '24', '25:10', '14:5', '1460', '13 pm', '0 am', 'noon', '14:30:20', '-1', '12345'])(
    'is not read from "%s"',
    (typed) => {
      expect(readTime(typed).fault).toBe('unread')
    },
  )

  it.each([
    ['8:05', '08:05:00'],
    ['0805', '08:05:00'],
    ['25:10', '25:10:00'],
    ['2510', '25:10:00'],
    ['9', '09:00:00'],
    ['1:10 am', '01:10:00'],
    ['08:05:30', '08:05:30'],
    ['110:29', '110:29:00'],
  ])('of the service day is read from "%s"', (typed, time) => {
    expect(readServiceTime(typed)).toEqual({ value: time })
  })

  it('is read back from every format', () => {
    const wrong: string[] = []
    for (let minute = 0; minute < 1_440; minute++) {
      const instant = new Date(minute * 60_000).toISOString()
      for (const locale of LOCALES) {
        const half = new Intl.DateTimeFormat(locale, {
          hour: 'numeric',
          minute: '2-digit',
          hourCycle: 'h12',
          timeZone: 'UTC',
        })
        for (const text of [formatTime(instant, { locale, zone: 'UTC' }), half.format(Date.parse(instant))])
          if (readTime(text).value !== instant.slice(11, 16)) wrong.push(`${locale} ${text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('a day with a time', () => {
  it.each([
    ['fri 14:30', '2026-11-27T14:30'],
    ['fri 9', '2026-11-27T09:00'],
    ['3.12 9', '2026-12-03T09:00'],
    ['3.12. 14', '2026-12-03T14:00'],
    ['3.12.26 14', '2026-12-03T14:00'],
    ['3 dec 14', '2026-12-03T14:00'],
    ['3 dec 2026 14', '2026-12-03T14:00'],
    ['3 dec, 2:30 pm', '2026-12-03T14:30'],
    ['tomorrow 9am', '2026-11-26T09:00'],
    ['9am tomorrow', '2026-11-26T09:00'],
    ['+3 1430', '2026-11-28T14:30'],
    ['14:30', '2026-11-30T14:30'],
    ['1430', '2026-11-30T14:30'],
    ['2026-12-03T14:30', '2026-12-03T14:30'],
    ['2026-12-03 14:30', '2026-12-03T14:30'],
  ])('is read from "%s"', (typed, wall) => {
    expect(readDayTime(typed, context('en-GB'), '2026-11-30T08:00')).toEqual({ value: wall })
  })

  it('requires the time when only a day is given, and nothing that was not typed', () => {
    for (const typed of ['fri', '3.12', '3 dec 2015', '3.12.2026'])
      expect(readDayTime(typed, context('en-GB')), typed).toMatchObject({ fault: 'noTime' })
    expect(readDayTime('fri 3 dec 14:30', context('en-GB'))).toMatchObject({ fault: 'weekday' })
    for (const typed of ['', 'soon', '3.12 25:10', '3.13 9', 'fri noon'])
      expect(readDayTime(typed, context('en-GB')), typed).toMatchObject({ fault: 'unread' })
  })

  it.each(LOCALES)('is read back as it is written (%s)', (locale) => {
    const wrong: string[] = []
    for (let day = '2024-01-01'; day <= '2030-12-31'; day = addDays(day, 1)) {
      const minute = (Number(day.slice(8)) * 37) % 1_440
      const time = new Date(minute * 60_000).toISOString().slice(11, 16)
      const text = `${formatDate(day, locale, SHORT)} ${time}`
      if (readDayTime(text, context(locale)).value !== `${day}T${time}`) wrong.push(text)
    }
    expect(wrong).toEqual([])
  })
})
