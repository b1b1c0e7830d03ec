import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import type { Customer } from '../../../contract/entities/customer'
import { useMay } from '../../providers/auth/useSession'
import { postJson } from '../../providers/http/api'
import { saveZip } from '../../providers/http/files'
import { problemText } from '../../ui/problemText'
import { TaskDialog } from '../../ui/TaskDialog'
import { useFormat } from '../../ui/useFormat'
import { specOf } from '../builder/registry'

const REASON_MAX_CHARS = 200

/** What is kept about a customer: to take along, and to remove. */
export function PrivacyActions({ customer }: { customer: Customer }) {
  const format = useFormat()
  const { t, language } = format
  const notify = useNotify()
  const refresh = useRefresh()
  const mayExport = useMay('edit', 'customers')
  const mayErase = useMay('delete', 'customers') && customer.anonymised_at === null
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [erasing, setErasing] = useState(false)
  const [reason, setReason] = useState('')
  if (!mayExport) return null
  const path = `/customers/${encodeURIComponent(customer.id)}/`
  const close = () => setAnchor(null)
  return (
    <>
      <Button aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {t('app.privacy.more')}
      </Button>
      <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={close}>
        <MenuItem
          onClick={() => {
            close()
            saveZip(`${path}personal-data/`, `customer-${customer.id.slice(0, 8)}.zip`).catch((refusal: unknown) =>
              notify(problemText(refusal, format), { type: 'error' }),
            )
          }}
        >
          {t('app.privacy.export')}
        </MenuItem>
        {mayErase && (
          <MenuItem
            onClick={() => {
              close()
              setErasing(true)
            }}
            sx={{ color: 'error.main' }}
          >
            {t('app.privacy.erase')}
          </MenuItem>
        )}
      </Menu>
      {erasing && (
        <TaskDialog
          grave
          title={t('app.privacy.erase')}
          text={t('app.privacy.eraseText', {
            name: specOf('customers').represent(customer, language),
          })}
          action={t('app.privacy.erase')}
          ready={reason.trim() !== ''}
          onConfirm={async () => {
            await postJson(`${path}erase/`, { reason: reason.trim() })
            setErasing(false)
            notify('app.privacy.erased', { type: 'success' })
            refresh()
          }}
          onClose={() => setErasing(false)}
        >
          {() => (
            <TextField
              autoFocus
              label={t('app.privacy.reason')}
              helperText={t('app.privacy.reasonHint')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              slotProps={{ htmlInput: { maxLength: REASON_MAX_CHARS, dir: 'auto' } }}
            />
          )}
        </TaskDialog>
      )}
    </>
  )
}
