import Button from '@mui/material/Button'
import { useState } from 'react'
import { useHasRight } from '../../providers/auth/useSession'
import { onDemand } from '../../ui/onDemand'
import { useFormat } from '../../ui/useFormat'

const PayoutDialog = onDemand(() => import('./PayoutDialog'))

/** Opens the dialog for a payout of the card terminals. */
export function PayoutButton() {
  const { t } = useFormat()
  const may = useHasRight('record_payouts')
  const [isOpen, setIsOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('app.payout.record')}
      </Button>
      {isOpen && <PayoutDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
