import { LANGUAGES, type Language } from '../../contract/vocabulary'
import { BRAND } from '../config'
import { LANGUAGE_TABLE, toLanguage } from '../providers/i18n/languages'
import { el, svg } from './dom'
import type { Words } from './words'

interface HeaderOptions {
  t: Words
  language: Language
  onLanguage: (language: Language) => void
  onScheme: () => void
}

/** Whose product this is, the reader's language, and light or dark. */
export function signInHeader({ t, language, onLanguage, onScheme }: HeaderOptions): HTMLElement {
  const label = t('app.language.choose', { language: LANGUAGE_TABLE[language].name })
  const languages = el(
    'select',
    { 'aria-label': label },
    ...LANGUAGES.map((code) => {
      const { name, tag } = LANGUAGE_TABLE[code]
      return el('option', { value: code, lang: tag, selected: code === language }, name)
    }),
  )
  languages.addEventListener('change', () => onLanguage(toLanguage(languages.value) ?? language))
  const toggle = t('ra.action.toggle_theme')
  const scheme = el('button', { type: 'button', class: 'signin-scheme', 'aria-label': toggle, title: toggle }, moon())
  scheme.addEventListener('click', onScheme)
  return el('header', {}, el('span', { class: 'signin-brand', dir: 'ltr' }, mark(), BRAND), languages, scheme)
}

const mark = () =>
  svg(
    'svg',
    { viewBox: '0 0 32 32', width: '26', height: '26', 'aria-hidden': 'true' },
    svg('rect', { width: '32', height: '32', rx: '8', fill: '#1f4fd8' }),
    svg('path', { d: 'M7 10l4.8 12L16 12.4 20.2 22 25 10', stroke: '#fff', 'stroke-width': '2.8', ...ROUND }),
  )

const moon = () =>
  svg(
    'svg',
    { viewBox: '0 0 24 24', width: '19', height: '19', 'aria-hidden': 'true' },
    svg('path', {
      d: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
      stroke: 'currentColor',
      'stroke-width': '1.8',
      ...ROUND,
    }),
  )

const ROUND = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
