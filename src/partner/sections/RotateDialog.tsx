import { useState } from 'react'
import type { PartnerCredential } from '../../../contract/entities/partner-credential'
import { PARTNER_ROTATION_GRACE_DEFAULT_H, PARTNER_ROTATION_GRACE_MAX_H } from '../../../contract/core/limits'
import type { IssuedCredential } from '../../../contract/partner/credentials'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { HoursField, isHours } from './HoursField'
import { rotateKey } from './partnerCalls'
import { PasswordAgain } from './PasswordAgain'

interface RotateDialogProps {
  credential: PartnerCredential
  onDone: (issued: IssuedCredential) => void
  onClose: () => void
}

/** Replaces a key, with time for programs to change over. */
export function RotateDialog({ credential, onDone, onClose }: RotateDialogProps) {
  const { t } = useFormat()
  const [hours, setHours] = useState(String(PARTNER_ROTATION_GRACE_DEFAULT_H))
  const [password, setPassword] = useState('')
  return (
    <TaskDialog
      title={t('app.partner.keys.rotateTitle', { name: credential.name })}
      text={t('app.partner.keys.rotateText')}
      action={t('app.partner.keys.rotate')}
      ready={isHours(hours, PARTNER_ROTATION_GRACE_MAX_H) && password !== ''}
      onConfirm={async () => onDone(await rotateKey(credential.id, Number(hours), password))}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <HoursField
            label={t('app.partner.keys.grace')}
            value={hours}
            max={PARTNER_ROTATION_GRACE_MAX_H}
            onChange={setHours}
          />
          <PasswordAgain value={password} onChange={setPassword} error={errors['password']} />
        </>
      )}
    </TaskDialog>
  )
}
