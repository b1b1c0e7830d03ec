import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { PartnerCredential } from '../../../contract/entities/partner-credential'
import { CredentialFacts } from '../../ui/CredentialFacts'
import { isAlive } from '../../ui/credentialState'
import { useFormat } from '../../ui/useFormat'
import { Line } from './Panel'

interface CredentialLineProps {
  credential: PartnerCredential
  onTask: (kind: 'edit' | 'rotate' | 'revoke') => void
}

/** A key and what can be done with it. */
export function CredentialLine({ credential, onTask }: CredentialLineProps) {
  const { t } = useFormat()
  return (
    <Line>
      <CredentialFacts credential={credential} />
      {isAlive(credential) && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button onClick={() => onTask('edit')}>{t('ra.action.edit')}</Button>
          {credential.state === 'active' && (
            <Button onClick={() => onTask('rotate')}>{t('app.partner.keys.rotate')}</Button>
          )}
          <Button color="error" onClick={() => onTask('revoke')}>
            {t('app.partner.keys.revoke')}
          </Button>
        </Box>
      )}
    </Line>
  )
}
