/** Address of the API and storage keys of the console. Numbers are in contract/core/limits. */

const configured = import.meta.env.VITE_API_URL as string | undefined

/** Root of the provider API without a trailing slash, e.g. `https://console.example.com/api`. */
export const API_ROOT = (configured || `${window.location.origin}/api`).replace(/\/+$/, '')
/** Origin of the API; /csrf/ and /ws/ are directly below it. */
export const API_HOST = new URL(API_ROOT).origin
export const API_DOCS_URL = `${API_ROOT}/docs/`

/** Product name in titles and next to the logo; set in `.env`, overridden by the environment of the build. */
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
