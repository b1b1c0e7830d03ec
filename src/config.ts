/** Where the console finds its API and what it keeps in this browser. Numbers live in contract/limits.ts. */

const configured = import.meta.env.VITE_API_URL as string | undefined

/** Root of the provider API without a trailing slash, e.g. `https://console.example.com/api`. */
export const API_ROOT = (configured || `${window.location.origin}/api`).replace(/\/+$/, '')
/** Host of the API: /csrf/ and /ws/ live there. */
export const API_HOST = new URL(API_ROOT).origin
export const API_DOCS_URL = `${API_ROOT}/docs/`

export const BRAND = 'Wayline'

/** Every key that the console writes to localStorage or sessionStorage. */
export const STORAGE_KEYS = {
  tokens: 'auth_tokens',
  user: 'auth_user',
  partnerUser: 'partner_user',
  partner: 'partner',
  partnerToken: 'partner_token',
  language: 'i18nextLng',
  theme: 'theme',
  density: 'density',
  draftPrefix: 'draft:',
  storePrefix: '.wayline',
} as const
