import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { convertRaTranslationsToI18next } from 'ra-i18n-i18next'
import englishMessages from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ENTITIES } from '../../contract/entities'
import { ERRORS } from '../../contract/core/errors'
import { LANGUAGES } from '../../contract/core/languages'
import * as vocabulary from '../../contract/core/vocabulary'
import { WEBHOOK_EVENTS } from '../../contract/partner/webhook-events'

type Texts = ReadonlyMap<string, string>

/** Returns every text of a dictionary by its dotted key. */
function flatten(node: object, prefix = ''): [string, string][] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${prefix}${name}.`)
      : [[prefix + name, String(value)]],
  )
}

const dictionaries = new Map<string, Texts>(
  LANGUAGES.map((language) => [
    language,
    new Map(flatten(JSON.parse(readFileSync(join('locales', language, 'translation.json'), 'utf8')) as object)),
  ]),
)
const textsOf = (language: string): Texts => dictionaries.get(language) ?? new Map<string, string>()
const english = textsOf('en')
const others = LANGUAGES.filter((language) => language !== 'en')

/** Returns the BCP 47 tag of a language; the product's own code for Arabic is `ae`. */
const tagOf = (language: string) => (language === 'ae' ? 'ar' : language)
const categoriesOf = (language: string) => new Intl.PluralRules(tagOf(language)).resolvedOptions().pluralCategories

const PLURAL = /_(zero|one|two|few|many|other)$/
/** Keys are plural where English has them with `_other` and `_one`; the choice `wheelchairBoarding.other` is not plural. */
const pluralKeys = new Set(
  [...english.keys()]
    .filter((key) => key.endsWith('_other') && english.has(key.replace(PLURAL, '_one')))
    .map((key) => key.replace(PLURAL, '')),
)
const baseOf = (key: string) => (pluralKeys.has(key.replace(PLURAL, '')) ? key.replace(PLURAL, '') : key)

const baseKeys = (texts: Texts) => [...new Set([...texts.keys()].map(baseOf))].sort()

/** Equivalent placeholders: German nouns stay capitalized, so German uses the unchanged field name. */
const SAME_PLACEHOLDER: Readonly<Record<string, string>> = { field_lower_first: 'field' }

function placeholdersByKey(texts: Texts): Record<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const [key, text] of texts) {
    const names = found.get(baseOf(key)) ?? new Set<string>()
    for (const [, name = ''] of text.matchAll(/\{\{\s*([^},]+?)\s*(?:,[^}]*)?\}\}/g))
      names.add(SAME_PLACEHOLDER[name] ?? name)
    found.set(baseOf(key), names)
  }
  return Object.fromEntries([...found].map(([key, names]) => [key, [...names].sort()]))
}

/** Text for "not set" in the toolkit's own dictionary, which is blank on purpose. */
const BLANK = new Set(['ra.boolean.null'])

/** Words that are the same in another language. */
const SAME_WORD = new Set(['Administrator', 'Administration', 'Notifications', 'Wayline', 'hledger, ledger'])

/** Texts that the specification prescribes. */
const AS_SPECIFIED = new Set(['All caught up! ({{total}} total)'])

const sameAsEnglish = (text: string, other: string) =>
  text === other && text.replace(/\{\{[^}]*\}\}/g, '').trim().length > 12 && !SAME_WORD.has(text)

/** Lists of resources are no choices: their names are under `resources.<name>`. */
const isChoice = (constant: string) => !constant.endsWith('RESOURCES')

const lowerCamel = (constant: string) =>
  constant.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const choiceKeys = Object.entries({ ...vocabulary, LANGUAGES, WEBHOOK_EVENTS })
  .filter(([name]) => isChoice(name))
  .flatMap(([name, values]) => values.map((value) => `choices.${lowerCamel(name)}.${value.replaceAll(':', '_')}`))

interface AnyDef {
  type: string
  innerType?: { def: AnyDef }
  element?: { def: AnyDef }
  shape?: Record<string, { def: AnyDef }>
}

/** Returns label keys of a field and of the fields inside it, joined by `_`. */
function labels(path: string, { def }: { def: AnyDef }): string[] {
  const inner = def.innerType ?? def.element
  if (inner) return labels(path, inner)
  const parts = Object.entries(def.shape ?? {}).flatMap(([name, part]) => labels(`${path}_${name}`, part))
  return [path, ...parts]
}

const fieldKeys = Object.entries(ENTITIES).flatMap(([resource, entity]) => {
  const shape: Record<string, z.ZodType> = { ...entity.record.shape, ...entity.create.shape, ...entity.extraFilters }
  return Object.entries(shape).flatMap(([name, schema]) =>
    labels(name, schema as unknown as { def: AnyDef }).map((path) => `resources.${resource}.fields.${path}`),
  )
})

/** Returns the matches of the pattern's group in the sources of a folder. */
const foundIn = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)])
    .map(([, found = '']) => found)

/** `app.…` keys that the console's sources contain in full. */
const keysInSources = foundIn('src', /['"`](app(?:\.\w+)+)['"`]/g)

/** Keys of the events in the history. */
const historyKeys = [...readFileSync('contract/core/events.ts', 'utf8').matchAll(/'([a-z]\w+)'/g)].map(
  ([, verb = '']) => `app.history.did.${verb}`,
)

const missing = (keys: readonly string[]) => {
  const known = new Set(baseKeys(english))
  return keys.filter((key) => !known.has(baseOf(key)))
}

describe('English', () => {
  it('has a name for every resource', () => {
    expect(missing(vocabulary.RESOURCES.map((resource) => `resources.${resource}.name`))).toEqual([])
  })

  it('has a label for every field of every record, form and filter', () => {
    expect(missing(fieldKeys)).toEqual([])
  })

  it('has a word for every value of every closed list', () => {
    expect(missing(choiceKeys)).toEqual([])
  })

  it('has a text for every error', () => {
    expect(missing(Object.keys(ERRORS).map((code) => `errors.${code}`))).toEqual([])
  })

  it('has a word for every entry of the history', () => {
    expect(historyKeys).toContain('app.history.did.waiting_joined')
    expect(missing(historyKeys)).toEqual([])
  })

  it("has every text of the toolkit's own dictionary", () => {
    expect(missing(flatten(convertRaTranslationsToI18next(englishMessages)).map(([key]) => key))).toEqual([])
  })

  it('has every text that the console requests by its full key', () => {
    expect(missing(keysInSources)).toEqual([])
  })
})

describe.each(LANGUAGES)('The dictionary %s', (language) => {
  const texts = textsOf(language)

  it('leaves no text empty', () => {
    const empty = [...texts].filter(([key, text]) => text.trim() === '' && !BLANK.has(key))
    expect(empty).toEqual([])
  })

  it('has each plural text in every form of the language', () => {
    const lacking = [...pluralKeys].flatMap((key) =>
      categoriesOf(language)
        .map((category) => `${key}_${category}`)
        .filter((form) => !texts.has(form)),
    )
    expect(lacking).toEqual([])
  })

  it('uses no dash as an ornament and no exclamation marks', () => {
    const ours = [...texts].filter(([, text]) => !AS_SPECIFIED.has(text))
    expect(ours.filter(([, text]) => /—|\s–\s|[!¡！]/.test(text))).toEqual([])
  })
})

describe.each(others)('The dictionary %s beside the English one', (language) => {
  const texts = textsOf(language)

  it('has the same keys', () => {
    expect(baseKeys(texts)).toEqual(baseKeys(english))
  })

  it('has the same placeholders in each text', () => {
    expect(placeholdersByKey(texts)).toEqual(placeholdersByKey(english))
  })

  it('has the placeholders of English in each plural form that is not a number word', () => {
    const namesIn = (text: string) => Object.values(placeholdersByKey(new Map([['text', text]]))).flat()
    const differing = [...pluralKeys].flatMap((key) =>
      ['few', 'many', 'other']
        .map((form) => texts.get(`${key}_${form}`))
        .filter((text) => text !== undefined)
        .filter((text) => namesIn(text).join() !== namesIn(english.get(`${key}_other`) ?? '').join()),
    )
    expect(differing).toEqual([])
  })

  it('is translated', () => {
    const copied = [...texts].filter(([key, text]) => sameAsEnglish(text, english.get(key) ?? ''))
    expect(copied).toEqual([])
  })
})

describe('Arabic', () => {
  /** Placeholders of codes, names and addresses, which may be left-to-right text. */
  const ISOLATED =
    /(?<![\u2066\u2068])\{\{(address|code|column|email|examples?|files|id|job|label|names?|reference|source|typed|url|username|vehicle)\}\}/u
  /** Mail programs show subjects as plain text of one direction, and some display isolate characters. */
  const isSubject = (key: string) => /^app\.mail\..*\.subject$/.test(key)

  it('isolates every code, name and address within a text', () => {
    const texts = [...textsOf('ae')].filter(([key]) => key.startsWith('app.') && !isSubject(key))
    expect(texts.filter(([, text]) => ISOLATED.test(text))).toEqual([])
  })

  it('puts no number before a noun that does not agree with it', () => {
    const NOUNS = [
      ['ثانية', 'ثوانٍ', 'دقيقة', 'دقائق', 'ساعة', 'ساعات', 'يوم', 'يومًا', 'أيام', 'أسبوع', 'أشهر', 'شهرًا'],
      ['مقعد', 'مقعدًا', 'مقاعد', 'راكب', 'راكبًا', 'ركاب', 'حجز', 'حجوزات', 'رحلات', 'صفوف', 'سجل', 'حرفًا', 'اختبارات'],
    ].flat()
    // "On the day …" is no count.
    const counted = new RegExp(`\\}\\} (${NOUNS.join('|')})(?!\\p{L})(?! \u2068?\\{\\{)`, 'u')
    const texts = [...textsOf('ae')].filter(
      ([key]) => key.startsWith('app.') && !pluralKeys.has(key.replace(PLURAL, '')),
    )
    expect(texts.filter(([, text]) => counted.test(text))).toEqual([])
  })

  it('closes every isolate', () => {
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
    const unequal = [...textsOf('ae')].filter(
      ([, text]) => count(text, /[\u2066-\u2068]/gu) !== count(text, /\u2069/gu),
    )
    expect(unequal).toEqual([])
  })
})

describe('The manner of address', () => {
  const uses = (language: string, pattern: RegExp) => [...textsOf(language)].filter(([, text]) => pattern.test(text))

  it('is formal in German, French and Spanish', () => {
    expect(uses('de', /(^|\P{L})(du|dich|dir|dein|deine[mnrs]?|euch|euer|eure)(?!\p{L})/iu)).toEqual([])
    expect(uses('fr', /(^|\P{L})(tu|toi|ton|tes|t’)(?!\p{L})/iu)).toEqual([])
    expect(uses('es', /(^|\P{L})(tú|tu|tus|ti|vosotros|vuestr[oa]s?|puedes|quieres|debes)(?!\p{L})/iu)).toEqual([])
  })
})

describe('The wording of English', () => {
  /** Words that docs/glossary.md replaces, each with the word to use instead. */
  const REPLACED: readonly [RegExp, string][] = [
    [/\b(some|no|every|any)body\b/i, 'someone, no one, everyone'],
    [/\btold\b/i, 'notified, quoted, sent'],
    [/\b(take|takes|taken|taking|took|give|gives|given|giving|gave|put)\b[^.,;:]* back\b/i, 'undo, refund, release'],
    [/\b(give|gives|given|giving|gave|take|takes|taken|taking|took) (away|to|up)\b/i, 'assign, unassign'],
    [/\b(run|runs|ran|running) out\b|\bends? within\b/i, 'expires, expired'],
    [/\b(is|are|stays?) good\b/i, 'valid'],
    [/\banew\b/i, 'again'],
    [/\b(empty|none|none chosen):/i, 'Leave blank for …'],
    [/\bmeanwhile\b/i, 'say what changed'],
    [/\be-mail|\bmails?\b|\bletters?\b/i, 'email'],
    [/\b(rules?|seasons?|it|they|this|that|which|who|discounts?) holds?\b|\bholds? (on|good|true)\b/i, 'applies'],
    [/\b(counts?|counting) (only|on|for|as)\b|\b(rules?|one|it|that|which) counts?\b/i, 'applies'],
    [/\bkinds?\b|\babout what\b/i, 'type'],
    [/\bthis is needed\b/i, 'Required'],
    [/\brehears/i, 'mock trip'],
    [/\bpart(y|ies)\b|\bsale of\b/i, 'booking, customer, passengers'],
    [/\btravell?ers?\b/i, 'passenger'],
    [/(?<!\b(one|under|its|the)[ -])\bway\b/i, 'route'],
    [/\blife\b/i, 'validity'],
    [/\bcould not be read\b/i, 'couldn’t be loaded'],
  ]

  /** Texts where a replaced word has another meaning. */
  const MEANT_OTHERWISE: Readonly<Record<string, string>> = {
    'app.mail.keptText': 'a mail server is called so',
    'app.mail.kept': 'a mail server is called so',
    'app.search.hint': 'letters of the alphabet',
    'app.shortcuts.note': 'letters of the alphabet',
    'app.hint.stations.code': 'letters of the alphabet',
  }

  const withoutPlaceholders = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '…')

  it.each(REPLACED)('has no %s (instead: %s)', (pattern) => {
    const found = [...english].filter(([, text]) => pattern.test(withoutPlaceholders(text)))
    expect(found.filter(([key]) => !(key in MEANT_OTHERWISE))).toEqual([])
  })

  it('has no unnecessary exceptions', () => {
    const isReplaced = (text: string) => REPLACED.some(([pattern]) => pattern.test(text))
    expect(Object.keys(MEANT_OTHERWISE).filter((key) => !isReplaced(english.get(key) ?? ''))).toEqual([])
  })

  it('names the sections of the partner area as the specification does', () => {
    const names = ['trips', 'credentials', 'mock', 'logs'].map((key) => english.get(`app.partner.nav.${key}`))
    expect(names).toEqual(['Trips', 'Credentials', 'Mock trips', 'API logs'])
  })
})
