import { ERRORS, type ErrorCode } from '../../contract/core/errors'
import { INTL_LOCALES, LANGUAGES, type Language } from '../../contract/core/languages'
import { escaped } from './html'
import { DICTIONARIES } from './words'

const localeOf = (language: Language) => INTL_LOCALES[language].slice(0, 2)

const RETRY_TEXTS = {
  never: 'never',
  later: 'later',
  'after-change': 'after_change',
  'with-key': 'with_key',
} as const

/** Style sheet of the page; its content security policy allows only these styles. */
export const CATALOGUE_STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:2rem 1rem}nav a{margin-inline-end:1rem}section{border-block-start:1px solid #8886;padding-block:.25rem}section:target{border-inline-start:4px solid;padding-inline-start:1rem}h2{font-size:1rem;margin:.75rem 0 .25rem}p{margin:.25rem 0}code{font-family:ui-monospace,monospace}'

/** Returns the page that the `type` of a problem links to: each code with its meaning and remedy. */
export function errorCataloguePage(language: Language): string {
  const { app, errors } = DICTIONARIES[language]
  const { title, intro, retry, documentation } = app.errorCatalogue
  const sections = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { status, retry: when } = ERRORS[code]
    return `<section id="${code}"><h2><code>${code}</code> · <bdi>${status}</bdi></h2><p>${escaped(errors[code])}</p><p>${escaped(retry[RETRY_TEXTS[when]])}</p></section>`
  })
  const others = LANGUAGES.map((other) => {
    const name = new Intl.DisplayNames(INTL_LOCALES[other], { type: 'language' }).of(localeOf(other)) ?? other
    const isShown = other === language ? ' aria-current="page"' : ''
    return `<a href="?lang=${other}" lang="${localeOf(other)}" hreflang="${localeOf(other)}"${isShown}>${escaped(name)}</a>`
  })
  const direction = language === 'ae' ? 'rtl' : 'ltr'
  return `<!doctype html>
<html lang="${localeOf(language)}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} · Wayline</title><style>${CATALOGUE_STYLE}</style></head>
<body><nav>${others.join('')}<a href="/api/docs/">${escaped(documentation)}</a></nav>
<main><h1>${escaped(title)}</h1><p>${escaped(intro)}</p>
${sections.join('\n')}
</main></body></html>
`
}
