import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Radio from '@mui/material/Radio'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import {
  canTakeBoth,
  type MergeChoice,
  type MergeChoices,
  type MergeField,
} from '../../../../contract/operations/customer-merge'
import type { Customer } from '../../../../contract/entities/customer'
import { NOTHING } from '../../../ui/Muted'
import { useFormat } from '../../../ui/useFormat'
import { FieldValue } from '../../../kit/FieldValue'
import { labelOf } from '../../../kit/labels'
import { isNothing } from '../../../kit/paths'
import { represent, specOf } from '../../../kit/registry'
import { recordPath } from '../../../kit/recordPaths'
import { fieldOf } from '../../../kit/resource'
import { SecondaryText } from '../../../ui/Text'

interface MergeTableProps {
  target: Customer
  other: Customer
  /** Fields with different values. */
  fields: readonly MergeField[]
  chosen: MergeChoices
  onChoose: (field: MergeField, choice: MergeChoice) => void
}

/** Two customers side by side: one row with a choice for each different field. */
export function MergeTable({ target, other, fields, chosen, onChoose }: MergeTableProps) {
  const { t } = useFormat()
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2.5, overflow: 'hidden', bgcolor: 'background.paper' }}>
      <Box
        component="table"
        aria-label={t('app.duplicates.mergeTitle')}
        sx={{
          width: '100%',
          tableLayout: 'fixed',
          borderCollapse: 'collapse',
          fontSize: 'body2.fontSize',
          '& th, & td': { p: { xs: 2, sm: 3 }, textAlign: 'left', verticalAlign: 'top', fontWeight: 'inherit' },
          '& tr + tr > *, tbody > tr > *': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            <Box component="td" sx={{ width: '26%' }} />
            <Head customer={target} role={t('app.duplicates.stays')} />
            <Head customer={other} role={t('app.duplicates.goes')} />
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => {
            const option = (choice: MergeChoice, name: string, children: ReactNode) => (
              <Option
                group={field}
                label={`${labelOf(t, 'customers', field)}: ${name}`}
                checked={chosen[field] === choice}
                onChoose={() => onChoose(field, choice)}
              >
                {children}
              </Option>
            )
            return (
              <tr key={field}>
                <Box component="th" scope="row" sx={{ color: 'text.secondary' }}>
                  {labelOf(t, 'customers', field)}
                  {canTakeBoth(field) && option('both', t('app.duplicates.both'), t('app.duplicates.both'))}
                </Box>
                <td>{option('kept', t('app.duplicates.stays'), <Value field={field} customer={target} />)}</td>
                <td>{option('other', t('app.duplicates.goes'), <Value field={field} customer={other} />)}</td>
              </tr>
            )
          })}
          <tr>
            <Box component="td" colSpan={3} sx={{ color: 'text.secondary' }}>
              {t('app.duplicates.alike')}
            </Box>
          </tr>
        </tbody>
      </Box>
    </Box>
  )
}

function Head({ customer, role }: { customer: Customer; role: string }) {
  const { language } = useFormat()
  return (
    <Box component="th" scope="col">
      <SecondaryText size="caption">{role}</SecondaryText>
      <Link
        component={RouterLink}
        to={recordPath('customers', customer.id)}
        color="inherit"
        sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}
      >
        <bdi>{represent('customers', { ...customer }, language)}</bdi>
      </Link>
    </Box>
  )
}

function Value({ field, customer }: { field: MergeField; customer: Customer }) {
  const shown = fieldOf(specOf('customers'), field)
  if (!shown || isNothing(customer[field])) return NOTHING
  return (
    <>
      <FieldValue field={shown} record={{ ...customer }} resource="customers" />
      {field === 'is_blocked' && customer.blocked_reason !== null && ` · ${customer.blocked_reason}`}
    </>
  )
}

interface OptionProps {
  group: string
  label: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}

const Option = ({ group, label, checked, onChoose, children }: OptionProps) => (
  <Box component="label" sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', cursor: 'pointer', minHeight: 24 }}>
    <Radio
      name={group}
      checked={checked}
      onChange={onChoose}
      size="small"
      slotProps={{ input: { 'aria-label': label } }}
      sx={{ p: 0 }}
    />
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
  </Box>
)
