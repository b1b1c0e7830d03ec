import type { z } from 'zod'
import type { AnyEntity } from '../../../../contract/core/entity'
import type { ImportedResource } from '../../../../contract/core/vocabulary'
import { LANGUAGES } from '../../../../contract/core/languages'
import { isI18n } from '../../../crud/columns'
import { DICTIONARIES } from '../../../documents/words'

export interface Target {
  /** Field, or field and language such as `name.fr`. */
  name: string
  required: boolean
}

/** Returns the fields that columns of a file can be mapped to. */
export function targetsOf({ writable, create }: AnyEntity): Target[] {
  const isRequired = (name: string) => !(create.shape[name] as z.ZodType).safeParse(undefined).success
  const fields = Object.entries(writable).flatMap(([name, schema]) => {
    const own = { name, required: isRequired(name) }
    if (!isI18n(schema as z.ZodType)) return [own]
    return [
      own,
      ...LANGUAGES.filter((language) => language !== 'en').map((language) => ({
        name: `${name}.${language}`,
        required: false,
      })),
    ]
  })
  return [{ name: 'id', required: false }, ...fields]
}

/** Removes case, accents, blanks and punctuation. */
export const plainly = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the field of each column by its heading: a name of the API, or a label in any of the languages. */
export function guessColumns(
  resource: ImportedResource,
  targets: readonly Target[],
  header: readonly string[],
): (string | null)[] {
  const named = new Map<string, string>()
  const learn = (words: string, target: string) => {
    if (!named.has(plainly(words))) named.set(plainly(words), target)
  }
  for (const { name } of targets) learn(name, name)
  for (const { name } of targets) {
    const [field = '', language = ''] = name.split('.')
    for (const dictionary of Object.values(DICTIONARIES)) {
      const labels: Readonly<Record<string, string>> = dictionary.resources[resource].fields
      const label = labels[field]
      if (label !== undefined) learn(label + language, name)
    }
  }
  const taken = new Set<string>()
  return header.map((heading) => {
    const target = named.get(plainly(heading))
    if (target === undefined || taken.has(target)) return null
    taken.add(target)
    return target
  })
}
