import { createHash, randomBytes } from 'node:crypto'

type Directives = Record<string, readonly string[]>

const SELF = "'self'"
const NONE = "'none'"

/** For answers that are not pages: a browser that opens one may load, run and frame nothing. */
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

/** Placeholder of the nonce in the console's page, where the styling library reads it. */
const NONCE_PLACE = '__CSP_NONCE__'

/**
 * Returns the console's page with a fresh nonce, and its policy.
 * The policy admits only style elements with the nonce, and trusted types prevent that text becomes markup or script.
 * @param imageOrigin another origin that images may come from; null for none
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

/** Returns the policy of a page without scripts and images, with this one style element. */
export const styledPolicy = (style: string): string =>
  policyText({ ...ANSWER_POLICY, 'style-src': [`'sha256-${createHash('sha256').update(style).digest('base64')}'`] })

/** For the documentation page: the third-party library writes style attributes and markup. */
export const DOCS_POLICY = policyText({ ...PAGE, 'style-src': [SELF, "'unsafe-inline'"] })

function policyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}
