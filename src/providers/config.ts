/** Where the console finds its API and what it keeps in this browser. Numbers live in contract/core/limits.ts. */

const configured = import.meta.env.VITE_API_URL as string | undefined

/** Root of the provider API without a trailing slash, e.g. `https://console.example.com/api`. */
export const API_ROOT = (configured || `${window.location.origin}/api`).replace(/\/+$/, '')
/** Host of the API: /csrf/ and /ws/ live there. */
export const API_HOST = new URL(API_ROOT).origin
export const API_DOCS_URL = `${API_ROOT}/docs/`

/** Name of the product, in titles and beside the mark; `.env` has it, the environment of the build replaces it. */
export const BRAND = import.meta.env.VITE_BRAND as string

/** Every key that the console writes to localStorage or sessionStorage. */
export const STORAGE_KEYS = {
  tokens: 'auth_tokens',
  user: 'auth_user',
  partnerUser: 'partner_user',
  partner: 'partner',
  partnerToken: 'partner_token',
  language: 'i18nextLng',
  theme: 'theme',
  menu: 'menu',
  layout: 'layout',
  rtlClass: 'rtlClass',
  animation: 'animation',
  navbar: 'navbar',
  semidark: 'semidark',
  sidebar: 'sidebar',
  isDarkMode: 'isDarkMode',
  locale: 'locale',
  density: 'density',
  draftPrefix: 'draft:',
  signedOut: 'signed_out',
  demo: 'demo',
  storePrefix: '.wayline',
} as const
