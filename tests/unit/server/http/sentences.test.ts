import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { choice, Clause, joinTexts, schemaMessage, sentence, textOfMessage } from '../../../../contract/core/sentence'
import { INTL_LOCALES, LANGUAGES } from '../../../../contract/core/languages'
import { translate } from '../../../../server/http/translate'

const OTHERS = LANGUAGES.filter((language) => language !== 'en')

/** Calls a function with each node of the TypeScript sources of a folder. */
function visit(folder: string, see: (node: ts.Node, source: ts.SourceFile) => void): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  for (const name of names) {
    const path = join(folder, name)
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
    const walk = (node: ts.Node) => {
      see(node, source)
      ts.forEachChild(node, walk)
    }
    walk(source)
  }
}

const templateOf = (template: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`).join('')

/** Position of the text among the arguments of the functions that refuse. */
const TEXT_AT: Readonly<Record<string, number>> = {
  Refusal: 1,
  invalidAt: 1,
  wrongStateAt: 1,
  tooEarlyAt: 1,
  refusedDeletion: 1,
  refusedAt: 2,
  refuseOverride: 2,
}
/** Tags of translated texts. */
const TAGS = ['sentence', 'schemaMessage']
/** Folders whose refusals are all translated. */
const TRANSLATED = [
  ...['entities', 'operations', 'partner'].map((folder) => join('contract', folder)),
  ...['adapters', 'crud', 'documents', 'domain', 'features', 'http'].map((folder) => join('server', folder)),
]

/** Returns a text of a refusal that is written without the tag `sentence`; undefined for any other node. */
function plainTextOf(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && /^(detail|message)$/.test(node.name.text))
    return isPlain(node.initializer) ? node.initializer : undefined
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined
  const text = ts.isIdentifier(node.expression) ? node.arguments?.[TEXT_AT[node.expression.text] ?? -1] : undefined
  return text && isPlain(text) ? text : undefined
}

const isPlain = (node: ts.Node): boolean =>
  (ts.isStringLiteral(node) && node.text !== '') ||
  ts.isTemplateLiteral(node) ||
  (ts.isConditionalExpression(node) && (isPlain(node.whenTrue) || isPlain(node.whenFalse))) ||
  (ts.isBinaryExpression(node) && (isPlain(node.left) || isPlain(node.right)))

const templates = new Set<string>()
const lists = new Set<string>()
for (const folder of ['contract', 'server'])
  visit(folder, (node) => {
    if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && TAGS.includes(node.tag.text))
      templates.add(templateOf(node.template))
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'choice') {
      const [list] = node.arguments
      if (list && ts.isStringLiteral(list)) lists.add(list.text)
    }
  })
/** A template of placeholders alone needs no translation. */
const worded = [...templates].filter((template) => /\p{L}/u.test(template.replace(/\{\d+\}/g, '')))

const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join('locales', language, file), 'utf8')) as Record<string, unknown>
const variantsOf = (translation: unknown): Record<string, string> =>
  typeof translation === 'string' ? { other: translation } : (translation as Record<string, string>)
const placeholdersOf = (text: string) => [...new Set([...text.matchAll(/\{\d+\}/g)].map(String))].sort()

describe.each(OTHERS)('dictionary of refusals in %s', (language) => {
  const translations = read(language, 'refusals.json')

  it('has exactly the sentences of the sources', () => {
    expect(worded.length).toBeGreaterThan(100)
    expect(Object.keys(translations).sort()).toEqual(worded.sort())
  })

  it('has the placeholders of each sentence, and no other plural forms than those of the language', () => {
    const categories = new Intl.PluralRules(INTL_LOCALES[language]).resolvedOptions().pluralCategories
    const wrong = Object.entries(translations).filter(([template, translation]) => {
      const { other, ...variants } = variantsOf(translation)
      const all = placeholdersOf(template).join()
      // A form for one or two may have the number in words.
      return (
        placeholdersOf(other ?? '').join() !== all ||
        Object.entries(variants).some(
          ([category, text]) =>
            !categories.some((known) => known === category) || placeholdersOf(text).some((each) => !all.includes(each)),
        )
      )
    })
    expect(wrong).toEqual([])
  })

  it('has a word for each choice of the lists that sentences use', () => {
    const { choices } = read(language, 'translation.json') as { choices: Record<string, unknown> }
    expect(lists).toContain('reservationStatuses')
    expect([...lists].filter((list) => choices[list] === undefined)).toEqual([])
  })
})

describe('refusal of a translated folder', () => {
  it.each(TRANSLATED)('is a sentence: %s', (folder) => {
    const plain: string[] = []
    visit(folder, (node, source) => {
      const text = plainTextOf(node)
      if (text) plain.push(`${source.fileName}: ${text.getText(source)}`)
    })
    expect(plain).toEqual([])
  })
})

describe('sentence', () => {
  const changed = sentence`${'AB12'} is ${choice('reservationStatuses', 'on_hold')} and cannot be changed.`

  it('reads as it is written in English', () => {
    expect(String(changed)).toBe('AB12 is on hold and cannot be changed.')
    expect(JSON.stringify({ changed })).toBe('{"changed":"AB12 is on hold and cannot be changed."}')
    expect(translate(changed, 'en')).toBe(String(changed))
  })

  it('is translated with its words', () => {
    expect(translate(changed, 'de')).toBe('AB12 hat den Status „Vorgemerkt“ und kann nicht geändert werden.')
    expect(translate(changed, 'ae')).toBe('حالة \u2068AB12\u2069 «\u2068حجز مؤقت\u2069» ولا يمكن تعديله.')
  })

  it('is translated in the plural form of its first number', () => {
    const left = (count: number) =>
      sentence`${count} seats are left on ${'J1'}, so no waiting list is needed: book them.`
    expect(translate(left(1), 'es')).toMatch(/^Queda 1 plaza en J1/)
    expect(translate(left(2), 'es')).toMatch(/^Quedan 2 plazas en J1/)
    expect(translate(left(2), 'ae')).toMatch(/^بقي مقعدان/)
  })

  it('has no translation with a word that a dictionary lacks', () => {
    expect(
      translate(sentence`${'AB12'} is ${choice('reservationStatuses', 'lost')} and cannot be changed.`, 'fr'),
    ).toBeNull()
    expect(translate(joinTexts(['Plain English.']), 'fr')).toBeNull()
  })

  it('begins with a capital letter where another sentence begins it', () => {
    const left = sentence`${sentence`No seats`} left between ${'A'} and ${'B'} on ${'J1'}; ${2} asked. Choose fewer passengers, other stops or another journey.`
    expect(translate(left, 'es')).toMatch(/^[^\p{Ll}]/u)
    expect(translate(sentence`${sentence`another place`}, or ${'b'}.`, 'fr')).toBe('Un autre lieu, ou b.')
    expect(translate(sentence`${sentence`another place`} or ${'b'}`, 'fr')).toBe('un autre lieu ou b')
  })

  it('continues another one without its capital letter and its full stop', () => {
    const inner = sentence`Must be text.`
    const whole = sentence`The name "${'a'}" is not valid: ${new Clause(inner)}.`
    expect(String(whole)).toBe('The name "a" is not valid: must be text.')
    expect(translate(whole, 'de')).toBe('Der Name „a“ ist nicht gültig: muss Text sein.')
  })

  it('is found again by the message of a schema', () => {
    const message = schemaMessage`Must have at most ${50} languages.`
    expect(message).toBe('Must have at most 50 languages.')
    expect(translate(textOfMessage(message), 'de')).toBe('Darf höchstens 50 Sprachen haben.')
    expect(translate(textOfMessage('Must match /^[A-Z]{2}$/.'), 'de')).toBeNull()
    expect(String(textOfMessage('Must match /^[A-Z]{2}$/.'))).toBe('Must match /^[A-Z]{2}$/.')
  })

  it('is joined with others, each of them once', () => {
    const [one, two] = [sentence`Give a reason.`, sentence`Choose a journey.`]
    expect(translate(joinTexts([one, two, sentence`Give a reason.`]), 'fr')).toBe(
      'Indiquez un motif. Choisissez une course.',
    )
    expect(translate(joinTexts([one, 'Plain English.']), 'fr')).toBeNull()
    expect(String(joinTexts([one, 'Plain English.']))).toBe('Give a reason. Plain English.')
  })
})
