import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import type { Customer } from '../../../contract/entities/customer'
import { useHasRight } from '../../providers/auth/useSession'
import { useMay } from '../../providers/auth/useSession'
import { saveBytes } from '../../providers/http/files'
import { MenuButton } from '../../ui/MenuButton'
import { onDemand } from '../../ui/onDemand'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import type { CustomerTask } from './CustomerTasks'

const CustomerTasks = onDemand(() => import('./CustomerTasks'))

/** Actions on credit limit, block and personal data; only those that state and role allow. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const may: Record<CustomerTask, boolean> = {
    credit_limit: useHasRight('set_credit_limit'),
    block: useMay('edit', 'customers') && !customer.is_blocked,
    unblock: useHasRight('unblock_customer') && customer.is_blocked,
    legal_hold: useHasRight('set_legal_hold'),
    erase: useMay('delete', 'customers'),
  }
  const mayExport = useHasRight('read_personal_file')
  const tasks = customer.anonymised_at === null ? (Object.keys(may) as CustomerTask[]).filter((task) => may[task]) : []
  const [task, setTask] = useState<CustomerTask | null>(null)
  if (!mayExport && tasks.length === 0) return null
  return (
    <>
      <MenuButton variant="text" label={t('app.account.more')}>
        {tasks.map((name) => (
          <MenuItem
            key={name}
            onClick={() => setTask(name)}
            sx={name === 'erase' ? { order: 1, color: 'error.main' } : {}}
          >
            {t(`app.account.${name}`)}
          </MenuItem>
        ))}
        {mayExport && (
          <MenuItem
            onClick={() => {
              void saveBytes(
                'GET /customers/:id/personal-data',
                { params: { id: customer.id } },
                'application/zip',
              ).catch((refusal: unknown) => notify(problemText(refusal, format), { type: 'error' }))
            }}
          >
            {t('app.privacy.export')}
          </MenuItem>
        )}
      </MenuButton>
      {task && <CustomerTasks customer={customer} task={task} onClose={() => setTask(null)} />}
    </>
  )
}
