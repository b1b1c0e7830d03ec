import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ID = 'virtual:signin-words'
/** Error codes of a sign-in, a second-factor code or a change of the own password; other errors need no text here. */
const REFUSALS = [
  'malformed',
  'not_authenticated',
  'token_invalid',
  'token_expired',
  'credentials_wrong',
  'invalid_credentials',
  'code_required',
  'code_wrong',
  'portal_code_wrong',
  'password_change_required',
  'partner_suspended',
  'forbidden',
  'origin_not_allowed',
  'host_unknown',
  'not_found',
  'method_not_allowed',
  'invalid_state',
  'version_mismatch',
  'body_too_large',
  'unsupported_media_type',
  'validation',
  'too_many_requests',
  'internal_error',
  'unavailable',
]
/** Dictionary keys, or prefixes of keys, that the sign-in page needs before the dictionaries are loaded. */
const NEEDED = [
  'app.loading.screen',
  'app.login.',
  'app.partner.login.',
  'app.problem.offline',
  'app.problem.timeout',
  'app.problem.retry',
  'app.shell.partTitle',
  'app.shell.partText',
  'app.shell.stillOffline',
  'app.validation.required',
  'app.validation.format',
  'app.validation.choice',
  'app.validation.custom',
  'app.language.choose',
  'choices.roles.',
  ...REFUSALS.map((code) => `errors.${code}`),
  'ra.auth.sign_in',
  'ra.auth.username',
  'ra.auth.password',
  'ra.action.back',
  'ra.action.toggle_theme',
]

/**
 * Provides a module with the few texts of the sign-in page in all languages, extracted from `locales/`, so that the page has
 * its texts before any dictionary is loaded.
 * @returns {import('vite').Plugin}
 */
export function signinWords() {
  return {
    name: 'wayline-signin-words',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined
      const languages = readdirSync('locales').filter((name) => statSync(join('locales', name)).isDirectory())
      const words = Object.fromEntries(languages.map((language) => [language, cut(language)]))
      return `export default ${JSON.stringify(words)}`
    },
  }
}

/** @param {string} language */
function cut(language) {
  const dictionary = JSON.parse(readFileSync(join('locales', language, 'translation.json'), 'utf8'))
  return Object.fromEntries(
    flat(dictionary).filter(([key]) =>
      NEEDED.some((needed) => key === needed || (needed.endsWith('.') && key.startsWith(needed))),
    ),
  )
}

/**
 * @param {Record<string, unknown>} node
 * @param {string} [path]
 * @returns {[string, string][]}
 */
function flat(node, path = '') {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [/** @type {[string, string]} */ ([path + name, value])]
      : flat(/** @type {Record<string, unknown>} */ (value), `${path}${name}.`),
  )
}
