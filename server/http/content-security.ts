import { createHash, randomBytes } from 'node:crypto'

type Directives = Record<string, readonly string[]>

const SELF = "'self'"
const NONE = "'none'"

/** For answers that are no page: whoever opens one in a browser gets nothing to run and nothing to frame. */
export const ANSWER_POLICY: Directives = {
  'default-src': [NONE],
  'base-uri': [NONE],
  'form-action': [NONE],
  'frame-ancestors': [NONE],
}

const PAGE_IMAGES = [SELF, 'data:', 'blob:']

const PAGE: Directives = {
  'default-src': [SELF],
  'script-src': [SELF],
  'img-src': PAGE_IMAGES,
  'font-src': [SELF, 'data:'],
  'connect-src': [SELF],
  'object-src': [NONE],
  'base-uri': [NONE],
  'form-action': [SELF],
  'frame-ancestors': [NONE],
}

/** Where the console's page has its nonce; the styling library reads it off the page. */
const NONCE_PLACE = '__CSP_NONCE__'

/**
 * The console's page with a nonce of its own, and the policy that goes with it: only the style elements of the styling
 * library, which know the nonce, are let in, and no text ever becomes markup or script.
 * @param imageOrigin another origin whose pictures are let in; null for none
 */
export function noncedPage(html: string, imageOrigin: string | null): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const policy = policyText({
    ...PAGE,
    'img-src': [...PAGE_IMAGES, ...(imageOrigin === null ? [] : [imageOrigin])],
    'style-src': [SELF, `'nonce-${nonce}'`],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [NONE],
  })
  return { html: html.replaceAll(NONCE_PLACE, nonce), policy }
}

/** For a page without scripts and pictures, whose one style element is this. */
export const styledPolicy = (style: string): string =>
  policyText({ ...ANSWER_POLICY, 'style-src': [`'sha256-${createHash('sha256').update(style).digest('base64')}'`] })

/** For the documentation page: its library is made by others, writes style attributes and has markup to show. */
export const DOCS_POLICY = policyText({ ...PAGE, 'style-src': [SELF, "'unsafe-inline'"] })

function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
