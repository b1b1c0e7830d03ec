import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../../../contract/core/errors'
import { FIELD_TEXTS, fieldTextKey } from '../../../../contract/core/field-texts'
import { LANGUAGES } from '../../../../contract/core/languages'

const FOLDERS = ['contract', 'server/crud', 'server/features', 'server/http', 'server/domain', 'server/kernel']

const SOURCES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
)

/** The places of the sources where a field error gets its code, of which each group is a code. */
const PLACES = [
  /\bcode: '([a-z_]+)',\s*detail\b/g,
  /\bpointer: [^\n]*?\bcode: '([a-z_]+)'/g,
  /\bpointer[^;{}]*?\bcode: '([a-z_]+)'/g,
  /\bcode: '([a-z_]+)',\s*message\b/g,
  /\bfield: '', code: '([a-z_]+)'/g,
  /\brefusedAt\(\s*'([a-z_]+)'/g,
  /\brefusedDeletion\(\s*'([a-z_]+)'/g,
  /\binvalid(?:At)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?,\s*'([a-z_]+)',?\s*\)/g,
  /\bbeyond\((?:[^()]|\([^()]*\))*?,\s*'([a-z_]+)',?\s*\)/g,
  /\b(?:UNSTORABLE|[A-Z_]+_CODE) = '([a-z_]+)'/g,
]

const sentCodes = new Set(
  SOURCES.flatMap((source) => PLACES.flatMap((place) => [...source.matchAll(place)].map(([, code = '']) => code))),
)

/** Returns a text of a dictionary by its dotted key. */
function textAt(language: string, key: string): unknown {
  const dictionary: unknown = JSON.parse(readFileSync(join('locales', language, 'translation.json'), 'utf8'))
  return key
    .split('.')
    .reduce<unknown>(
      (node, name) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined),
      dictionary,
    )
}

describe('code of a field error', () => {
  it('is found in the sources where it is sent', () => {
    expect([...sentCodes]).toEqual(
      expect.arrayContaining(['not_by_form', 'phone', 'unstorable', 'extra_cells', 'code_wrong', 'till_needed']),
    )
  })

  it('has a text wherever the server sends it', () => {
    const known = [...Object.keys(FIELD_TEXTS), ...Object.keys(ERRORS)]
    expect([...sentCodes].filter((code) => !known.includes(code))).toEqual([])
  })

  it.each(LANGUAGES)('has its text in the language %s', (language) => {
    const keys = [...new Set([...Object.keys(FIELD_TEXTS), ...sentCodes].flatMap((code) => fieldTextKey(code) ?? []))]
    expect(keys.filter((key) => typeof textAt(language, key) !== 'string')).toEqual([])
  })

  it('is shown by its English detail only where that names values', () => {
    expect(Object.keys(FIELD_TEXTS).filter((code) => fieldTextKey(code) === null)).toEqual([
      'invalid',
      'state',
      'limit',
      'unlikely',
    ])
  })
})
