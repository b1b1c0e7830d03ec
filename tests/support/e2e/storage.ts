/** Where the console keeps what it remembers; part of its promise, since a reload and another tab rely on it. */
export const STORAGE_KEYS = {
  tokens: 'auth_tokens',
  user: 'auth_user',
  partnerUser: 'partner_user',
  partner: 'partner',
  partnerToken: 'partner_token',
  language: 'i18nextLng',
  theme: 'theme',
} as const
