/** Where the console keeps what it remembers; part of its promise, since a reload and another tab rely on it. */
export const STORAGE_KEYS = {
  tokens: 'auth_tokens',
  user: 'auth_user',
  language: 'i18nextLng',
  theme: 'theme',
} as const
