/** Storage keys of the console; they must stay stable, since a reload and other tabs rely on them. */
export const STORAGE_KEYS = {
  tokens: 'auth_tokens',
  user: 'auth_user',
  partnerUser: 'partner_user',
  partner: 'partner',
  partnerToken: 'partner_token',
  language: 'i18nextLng',
  theme: 'theme',
} as const
