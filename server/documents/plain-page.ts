import { INTL_LOCALES, LANGUAGES, type Language } from '../../contract/core/languages'
import { escaped } from './html'

/** Style sheet of the pages of payment links, which have no scripts. Their CSP allows only these styles. */
export const PLAIN_STYLE =
  ':root{color-scheme:light dark;--ink:#1b2430;--grey:#525b6b;--line:#d9dee6;--ground:#f5f7fa;--card:#fff;--accent:#1f4fd8;--on:#fff}@media(prefers-color-scheme:dark){:root{--ink:#e8ecf2;--grey:#a4adbb;--line:#333c49;--ground:#12161c;--card:#1a2029;--accent:#8fb0ff;--on:#0b1220}}*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);font:1rem/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans Arabic",sans-serif}main,nav{max-width:30rem;margin:0 auto;padding:0 1rem}main{padding-block:2rem 1rem}article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.5rem}header{color:var(--grey);margin:0 0 .5rem}h1{font-size:1.375rem;line-height:1.25;margin:0 0 1rem}p{margin:0 0 1rem}a{color:var(--accent)}dl{margin:0 0 1rem}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-block-end:1px solid var(--line)}dt{color:var(--grey)}dd{margin:0;text-align:end;font-weight:600}dd span{display:block;font-weight:400}dd bdi{display:inline-block}.quiet{color:var(--grey);font-size:.875rem;margin:1rem 0 0}.button{display:block;padding:.75rem 1rem;border-radius:8px;background:var(--accent);color:var(--on);font-weight:600;text-align:center;text-decoration:none}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding-block:0 2rem}nav a{color:var(--grey);min-height:1.75rem}nav a[aria-current]{color:var(--ink);text-decoration:none}'

const localeOf = (language: Language) => INTL_LOCALES[language].slice(0, 2)

interface PlainPage {
  language: Language
  title: string
  /** HTML. */
  body: string
  /** Whether the page links to its other languages. */
  isInAll?: boolean
}

/** Returns a whole page without scripts, from right to left in Arabic. */
export function plainPage({ language, title, body, isInAll = false }: PlainPage): string {
  const others = LANGUAGES.map((other) => {
    const name = new Intl.DisplayNames(INTL_LOCALES[other], { type: 'language' }).of(localeOf(other)) ?? other
    const isShown = other === language ? ' aria-current="page"' : ''
    return `<a href="?lang=${other}" lang="${localeOf(other)}" hreflang="${localeOf(other)}"${isShown}>${escaped(name)}</a>`
  })
  return `<!doctype html>
<html lang="${localeOf(language)}" dir="${language === 'ae' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${PLAIN_STYLE}</style></head>
<body><main><article>
${body}
</article></main>
${isInAll ? `<nav>${others.join('')}</nav>` : ''}</body></html>
`
}
