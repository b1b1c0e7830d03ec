import { sentence, type SentenceValue } from '../../contract/core/sentence'
import { z } from 'zod'
import { closestName } from './closest-name'

type Raw = z.core.$ZodRawIssue

/** Values that a sentence lists; a longer list ends with the number of the others. */
const LISTED_VALUES = 40

/** Names that the object of unknown fields accepts, by the list of the unknown fields. */
const ACCEPTED = new WeakMap<readonly string[], readonly string[]>()

/**
 * Returns what is wrong with an input and what is accepted, as one English sentence for each issue of a schema.
 * A schema's own message takes precedence over it.
 */
export function issueText(issue: Raw): string {
  if (issue.code === 'unrecognized_keys') {
    ACCEPTED.set(issue.keys, namesOf(issue.inst))
    return issue.keys.length === 1
      ? unknownFieldText(issue.keys, 0)
      : `Has fields that are not part of this request: ${listed(issue.keys.map((key) => `\`${key}\``))}.`
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
      return `Must be a multiple of ${issue.divisor}.`
    case 'invalid_union':
      return unionText(issue)
    case 'invalid_key':
      return `The name "${String(issue.path?.at(-1) ?? issue.input)}" is not valid: ${within(issue.issues)}`
    case 'invalid_element':
      return `Has an item that is not valid: ${within(issue.issues)}`
    default:
      return NOT_VALID
  }
}

/** Returns the sentence for one of the unknown fields of an object. */
export function unknownFieldText(keys: readonly string[], at: number): string {
  const close = closestName(keys[at] ?? '', ACCEPTED.get(keys) ?? [])
  return `Is not a field of this request.${close === undefined ? '' : ` Did you mean \`${close}\`?`}`
}

const NOT_VALID = 'Is not valid.'

/** Sentences by the type that a schema expects. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  bigint: 'Must be a whole number.',
  nan: 'Must not be a number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  tuple: 'Must be a list.',
  set: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
  map: 'Must be an object.',
  null: 'Must be null.',
  undefined: 'Must be left out.',
  void: 'Must be left out.',
  never: 'Must be left out.',
  nonoptional: 'Is required.',
  date: 'Must be a date.',
  file: 'Must be a file.',
}

/** Sentences by the format of a text. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'Must be an email address such as name@example.com.',
  url: 'Must be an address such as https://example.com/.',
  emoji: 'Must be an emoji.',
  uuid: 'Must be a UUID such as 018f4e7a-3c1d-7b52-9a60-2f4c8d1e5b37.',
  guid: 'Must be a UUID such as 018f4e7a-3c1d-7b52-9a60-2f4c8d1e5b37.',
  datetime: 'Must be a date and time such as 2026-03-29T01:30:00Z.',
  date: 'Must be a date such as 2026-03-29.',
  time: 'Must be a time such as 08:30:00.',
  duration: 'Must be a duration such as PT1H30M.',
  ipv4: 'Must be an IPv4 address such as 203.0.113.7.',
  ipv6: 'Must be an IPv6 address such as 2001:db8::7.',
  mac: 'Must be a MAC address such as 00:1b:44:11:3a:b7.',
  cidrv4: 'Must be an IPv4 range such as 203.0.113.0/24.',
  cidrv6: 'Must be an IPv6 range such as 2001:db8::/32.',
  base64: 'Must be base64.',
  base64url: 'Must be base64url.',
  json_string: 'Must be JSON.',
  e164: 'Must be a phone number such as +442079460018.',
  jwt: 'Must be a JSON Web Token.',
  lowercase: 'Must be in lower case.',
  uppercase: 'Must be in upper case.',
}

type Of<C extends z.core.$ZodIssueCode> = Extract<Raw, { code: C }>

function requiredText(issue: Raw): string {
  return issue.code === 'invalid_value' && !isYesOrNo(issue.values)
    ? `Is required. ${valueText(issue.values)}`
    : 'Is required.'
}

/** The values of `z.stringbool`, which also accepts spellings that are not documented. */
const isYesOrNo = (values: readonly unknown[]): boolean => values.includes('true') && values.includes('false')

function valueText(values: readonly unknown[]): string {
  if (isYesOrNo(values)) return 'Must be true or false.'
  const [only] = values
  return values.length === 1 ? `Must be ${JSON.stringify(only)}.` : `Must be one of: ${listed(values.map(String))}.`
}

/** Returns the first values, and the number of the others. */
export function listed(values: readonly string[], max = LISTED_VALUES): string {
  const others = values.length - max
  const shown = values.slice(0, max).join(', ')
  return others > 0 ? `${shown} and ${others} ${others === 1 ? 'other' : 'others'}` : shown
}

/** Returns values as one of a sentence, as `listed` does. */
export function listedText(values: readonly string[], max = LISTED_VALUES): SentenceValue {
  const others = values.length - max
  const shown = values.slice(0, max).join(', ')
  if (others <= 0) return shown
  return others === 1 ? sentence`${shown} and 1 other` : sentence`${shown} and ${others} others`
}

/** Units of a size, by what has the size. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  record: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

/** Returns "3 items" for what has a size, otherwise null. */
function sizeOf(origin: string, size: number | bigint): string | null {
  const unit = UNITS[origin]
  return unit ? `${size} ${Number(size) === 1 ? unit[0] : unit[1]}` : null
}

function smallText({ origin, minimum, inclusive, exact }: Of<'too_small'>): string {
  const size = sizeOf(origin, minimum)
  if (size !== null) {
    if (exact) return `Must have exactly ${size}.`
    return origin === 'string' && Number(minimum) === 1 ? 'Must not be empty.' : `Must have at least ${size}.`
  }
  if (origin === 'date') return `Must not be before ${dayOf(minimum)}.`
  return inclusive === false ? `Must be more than ${minimum}.` : `Must be at least ${minimum}.`
}

function bigText({ origin, maximum, inclusive, exact }: Of<'too_big'>): string {
  const size = sizeOf(origin, maximum)
  if (size !== null) return exact ? `Must have exactly ${size}.` : `Must have at most ${size}.`
  if (origin === 'date') return `Must not be after ${dayOf(maximum)}.`
  return inclusive === false ? `Must be less than ${maximum}.` : `Must be at most ${maximum}.`
}

const dayOf = (instant: number | bigint): string => new Date(Number(instant)).toISOString()

function formatText(issue: Of<'invalid_format'>): string {
  const { format, pattern } = issue
  if (format === 'starts_with') return `Must begin with "${String(issue['prefix'])}".`
  if (format === 'ends_with') return `Must end with "${String(issue['suffix'])}".`
  if (format === 'includes') return `Must contain "${String(issue['includes'])}".`
  const known = FORMATS[format]
  if (known !== undefined) return known
  return format === 'regex' && pattern !== undefined
    ? `Must match the regular expression ${pattern}.`
    : 'Does not have the expected format.'
}

function unionText(issue: Of<'invalid_union'>): string {
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0) return valueText(issue.options)
  if (issue.inclusive === false) return 'Matches more than one of the accepted forms. Send only one of them.'
  return choiceText(issue.errors)
}

/** Returns the sentence for an input that matches none of several forms: "Must be text, or must be a list." */
export function choiceText(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const wholes = forms.flatMap((issues) => issues.find(({ path }) => path.length === 0)?.message ?? [])
  const [first, ...others] = [...new Set(wholes)]
  if (first === undefined) return 'Does not match any of the accepted forms.'
  if (others.length === 0) return first
  return `${[first, ...others.map(lowerFirst)].map(withoutStop).join(', or ')}.`
}

/** Returns what is wrong inside a name or an item, to continue a sentence. */
const within = (issues: readonly z.core.$ZodIssue[]): string => lowerFirst(issues[0]?.message ?? NOT_VALID)

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** Returns the names that the schema of an object accepts. */
function namesOf(schema: Raw['inst']): readonly string[] {
  if (schema instanceof z.core.$ZodObject) return Object.keys(schema._zod.def.shape)
  if (schema instanceof z.core.$ZodRecord) return [...(schema._zod.def.keyType._zod.values ?? [])].map(String)
  return []
}
