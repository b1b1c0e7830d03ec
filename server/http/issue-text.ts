import { z } from 'zod'
import { Clause, sentence, textOfMessage, type Sentence, type SentenceValue } from '../../contract/core/sentence'
import { closestName } from './closest-name'

type Raw = z.core.$ZodRawIssue

/** Values that a sentence lists; a longer list ends with the number of the others. */
const LISTED_VALUES = 40

/** Names that the object of unknown fields accepts, by the list of the unknown fields. */
const ACCEPTED = new WeakMap<readonly string[], readonly string[]>()

/**
 * Returns what is wrong with an input and what is accepted, in English, for an issue that has no message of its schema.
 * `textOfIssue` returns the same as a sentence.
 */
export const issueText = (issue: Raw): string => String(sentenceOf(issue))

/** Returns the text of an issue: of its schema, if it has one. */
export function textOfIssue(issue: z.core.$ZodIssue): Sentence {
  const own = sentenceOf(issue)
  return String(own) === issue.message ? own : textOfMessage(issue.message)
}

function sentenceOf(issue: Raw | z.core.$ZodIssue): Sentence {
  if (issue.code === 'unrecognized_keys') {
    if ('inst' in issue) ACCEPTED.set(issue.keys, namesOf(issue.inst))
    return issue.keys.length === 1
      ? unknownFieldText(issue.keys, 0)
      : sentence`Has fields that are not part of this request: ${listedText(issue.keys.map((key) => `\`${key}\``))}.`
  }
  if (issue.input === undefined && issue.code !== 'custom') return requiredText(issue)
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? NOT_VALID
    case 'invalid_value':
      return valueText(issue.values)
    case 'too_small':
      return smallText(issue)
    case 'too_big':
      return bigText(issue)
    case 'invalid_format':
      return formatText(issue)
    case 'not_multiple_of':
      return sentence`Must be a multiple of ${String(issue.divisor)}.`
    case 'invalid_union':
      return unionText(issue)
    case 'invalid_key':
      return sentence`The name "${String(issue.path?.at(-1) ?? issue.input)}" is not valid: ${within(issue.issues)}.`
    case 'invalid_element':
      return sentence`Has an item that is not valid: ${within(issue.issues)}.`
    default:
      return NOT_VALID
  }
}

/** Returns the sentence for one of the unknown fields of an object. */
export function unknownFieldText(keys: readonly string[], at: number): Sentence {
  const close = closestName(keys[at] ?? '', ACCEPTED.get(keys) ?? [])
  return close === undefined
    ? sentence`Is not a field of this request.`
    : sentence`Is not a field of this request. Did you mean \`${close}\`?`
}

const NOT_VALID = sentence`Is not valid.`

/** Sentences by the type that a schema expects. */
const TYPES: Readonly<Record<string, Sentence>> = {
  string: sentence`Must be text.`,
  number: sentence`Must be a number.`,
  int: sentence`Must be a whole number.`,
  bigint: sentence`Must be a whole number.`,
  nan: sentence`Must not be a number.`,
  boolean: sentence`Must be true or false.`,
  array: sentence`Must be a list.`,
  tuple: sentence`Must be a list.`,
  set: sentence`Must be a list.`,
  object: sentence`Must be an object.`,
  record: sentence`Must be an object.`,
  map: sentence`Must be an object.`,
  null: sentence`Must be null.`,
  undefined: sentence`Must be left out.`,
  void: sentence`Must be left out.`,
  never: sentence`Must be left out.`,
  nonoptional: sentence`Is required.`,
  date: sentence`Must be a date.`,
  file: sentence`Must be a file.`,
}

/** Sentences by the format of a text. */
const FORMATS: Readonly<Record<string, Sentence>> = {
  email: sentence`Must be an email address such as name@example.com.`,
  url: sentence`Must be an address such as https://example.com/.`,
  emoji: sentence`Must be an emoji.`,
  uuid: sentence`Must be a UUID such as 018f4e7a-3c1d-7b52-9a60-2f4c8d1e5b37.`,
  guid: sentence`Must be a UUID such as 018f4e7a-3c1d-7b52-9a60-2f4c8d1e5b37.`,
  datetime: sentence`Must be a date and time such as 2026-03-29T01:30:00Z.`,
  date: sentence`Must be a date such as 2026-03-29.`,
  time: sentence`Must be a time such as 08:30:00.`,
  duration: sentence`Must be a duration such as PT1H30M.`,
  ipv4: sentence`Must be an IPv4 address such as 203.0.113.7.`,
  ipv6: sentence`Must be an IPv6 address such as 2001:db8::7.`,
  mac: sentence`Must be a MAC address such as 00:1b:44:11:3a:b7.`,
  cidrv4: sentence`Must be an IPv4 range such as 203.0.113.0/24.`,
  cidrv6: sentence`Must be an IPv6 range such as 2001:db8::/32.`,
  base64: sentence`Must be base64.`,
  base64url: sentence`Must be base64url.`,
  json_string: sentence`Must be JSON.`,
  e164: sentence`Must be a phone number such as +442079460018.`,
  jwt: sentence`Must be a JSON Web Token.`,
  lowercase: sentence`Must be in lower case.`,
  uppercase: sentence`Must be in upper case.`,
}

type Of<C extends z.core.$ZodIssueCode> = Extract<Raw | z.core.$ZodIssue, { code: C }>

function requiredText(issue: Raw | z.core.$ZodIssue): Sentence {
  const required = sentence`Is required.`
  return issue.code === 'invalid_value' && !isYesOrNo(issue.values)
    ? sentence`${required} ${valueText(issue.values)}`
    : required
}

/** The values of `z.stringbool`, which also accepts spellings that are not documented. */
const isYesOrNo = (values: readonly unknown[]): boolean => values.includes('true') && values.includes('false')

function valueText(values: readonly unknown[]): Sentence {
  if (isYesOrNo(values)) return sentence`Must be true or false.`
  const [only] = values
  return values.length === 1
    ? sentence`Must be ${JSON.stringify(only)}.`
    : sentence`Must be one of: ${listedText(values.map(String))}.`
}

/** Returns the first values, and the number of the others, as one value of a sentence. */
export function listedText(values: readonly string[], max = LISTED_VALUES): SentenceValue {
  const others = values.length - max
  const shown = values.slice(0, max).join(', ')
  if (others <= 0) return shown
  return others === 1 ? sentence`${shown} and 1 other` : sentence`${shown} and ${others} others`
}

type Counted = (count: number) => Sentence
const characters: Counted = (count) => (count === 1 ? sentence`1 character` : sentence`${count} characters`)
const items: Counted = (count) => (count === 1 ? sentence`1 item` : sentence`${count} items`)
const entries: Counted = (count) => (count === 1 ? sentence`1 entry` : sentence`${count} entries`)
const bytes: Counted = (count) => (count === 1 ? sentence`1 byte` : sentence`${count} bytes`)

/** Sizes in words, by what has the size. */
const SIZES: Readonly<Record<string, Counted>> = {
  string: characters,
  array: items,
  set: items,
  map: entries,
  record: entries,
  file: bytes,
}

function smallText({ origin, minimum, inclusive, exact }: Of<'too_small'>): Sentence {
  const size = SIZES[origin]?.(Number(minimum))
  if (size) {
    if (exact) return sentence`Must have exactly ${size}.`
    return origin === 'string' && Number(minimum) === 1
      ? sentence`Must not be empty.`
      : sentence`Must have at least ${size}.`
  }
  if (origin === 'date') return sentence`Must not be before ${dayOf(minimum)}.`
  const limit = String(minimum)
  return inclusive === false ? sentence`Must be more than ${limit}.` : sentence`Must be at least ${limit}.`
}

function bigText({ origin, maximum, inclusive, exact }: Of<'too_big'>): Sentence {
  const size = SIZES[origin]?.(Number(maximum))
  if (size) return exact ? sentence`Must have exactly ${size}.` : sentence`Must have at most ${size}.`
  if (origin === 'date') return sentence`Must not be after ${dayOf(maximum)}.`
  const limit = String(maximum)
  return inclusive === false ? sentence`Must be less than ${limit}.` : sentence`Must be at most ${limit}.`
}

const dayOf = (instant: number | bigint): string => new Date(Number(instant)).toISOString()

function formatText(issue: Of<'invalid_format'>): Sentence {
  const { format, pattern } = issue
  if (format === 'starts_with') return sentence`Must begin with "${affixOf(issue, 'prefix')}".`
  if (format === 'ends_with') return sentence`Must end with "${affixOf(issue, 'suffix')}".`
  if (format === 'includes') return sentence`Must contain "${affixOf(issue, 'includes')}".`
  const known = FORMATS[format]
  if (known !== undefined) return known
  return format === 'regex' && pattern !== undefined
    ? sentence`Must match the regular expression ${pattern}.`
    : sentence`Does not have the expected format.`
}

const affixOf = (issue: object, name: string): string => String(Reflect.get(issue, name))

function unionText(issue: Of<'invalid_union'>): Sentence {
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0) return valueText(issue.options)
  if (issue.inclusive === false) return sentence`Matches more than one of the accepted forms. Send only one of them.`
  return choiceText(issue.errors)
}

/** Returns the sentence for an input that matches none of several forms: "Must be text, or must be a list." */
export function choiceText(forms: readonly (readonly z.core.$ZodIssue[])[]): Sentence {
  const wholes = forms.flatMap((issues) => {
    const whole = issues.find(({ path }) => path.length === 0)
    return whole ? [textOfIssue(whole)] : []
  })
  const [first, ...others] = new Map(wholes.map((text) => [String(text), text])).values()
  if (first === undefined) return sentence`Does not match any of the accepted forms.`
  return others.reduce((text, other) => sentence`${new Clause(text)}, or ${new Clause(other)}.`, first)
}

/** Returns what is wrong inside a name or an item, to continue a sentence. */
const within = (issues: readonly z.core.$ZodIssue[]): Clause =>
  new Clause(issues[0] ? textOfIssue(issues[0]) : NOT_VALID)

/** Returns the names that the schema of an object accepts. */
function namesOf(schema: Raw['inst']): readonly string[] {
  if (schema instanceof z.core.$ZodObject) return Object.keys(schema._zod.def.shape)
  if (schema instanceof z.core.$ZodRecord) return [...(schema._zod.def.keyType._zod.values ?? [])].map(String)
  return []
}
