/** Packages of react-admin's default texts and default export, which the console replaces: about 12 kB of a first visit. */
const UNUSED = ['ra-i18n-polyglot', 'ra-language-english', 'jsonexport/dist/index.js']
const STUB = '\0unused-default'

/**
 * Leaves out packages that react-admin imports for its defaults.
 * @returns {import('vite').Plugin}
 */
export function withoutDefaults() {
  return {
    name: 'wayline-without-defaults',
    enforce: 'pre',
    resolveId: (id) => (UNUSED.includes(id) ? STUB : null),
    load: (id) => (id === STUB ? 'export default () => undefined' : null),
  }
}
