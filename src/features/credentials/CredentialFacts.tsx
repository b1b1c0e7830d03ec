import Box from '@mui/material/Box'
import type { PartnerCredential } from '../../../contract/entities/partner-credential'
import { formatDateTime, formatRelative } from '../../providers/format/dates'
import { MONOSPACE } from '../../ui/theme/theme'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { SecondaryText, Text } from '../../ui/Text'

/** Facts about an API key: name, first and last characters, scopes, last use and expiry. */
export function CredentialFacts({ credential }: { credential: PartnerCredential }) {
  const { t, locale } = useFormat()
  const now = useNow()
  const { name, prefix, last4, state, scopes, environment, last_used_at: used, expires_at: ends } = credential
  const facts = [
    t(`choices.environments.${environment}`),
    ...scopes.map((scope) => t(`choices.credentialScopes.${scope.replace(':', '_')}`)),
    `${t('app.partner.keys.used')}: ${used ? formatRelative(used, now, locale) : t('app.partner.keys.never')}`,
    ends ? `${t('app.partner.keys.expires')} ${formatDateTime(ends, { locale })}` : t('app.partner.keys.noEnd'),
  ]
  return (
    <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Text component="span" weight="medium" breaks>
          {name}
        </Text>
        <Box
          component="span"
          dir="ltr"
          sx={{ fontFamily: MONOSPACE, fontSize: 'caption.fontSize', color: 'text.secondary' }}
        >
          {`${prefix}…${last4}`}
        </Box>
        <StatusMark value={state} label={t(`choices.credentialStates.${state}`)} />
      </Box>
      <SecondaryText size="caption">{facts.join(' · ')}</SecondaryText>
    </Box>
  )
}

/** Whether an API key is still accepted. */
export const isAlive = ({ state }: PartnerCredential): boolean => state === 'active' || state === 'rotating'
