import PeopleIcon from '@mui/icons-material/PeopleAltOutlined'
import type { Customer } from '../../../contract/entities/customer'
import { defineResource } from '../../kit/defineResource'
import { fullName } from '../../kit/text'

export default defineResource<Customer>(
  {
    name: 'customers',
    icon: PeopleIcon,
    represent: (customer) =>
      customer.company_name ||
      fullName(customer.first_name, customer.last_name) ||
      customer.email ||
      customer.phone ||
      customer.id,
    detail: ({ phone, email }) => (phone ? { phone } : (email ?? '')),
    sort: { field: 'last_name', order: 'ASC' },
    entity: async () => (await import('../../../contract/entities/customer')).customer,
    columns: ['last_name', 'first_name', 'company_name', 'kind', 'phone', 'email', 'tags', 'is_blocked'],
    facts: ['company_name', 'first_name', 'last_name', 'kind', 'phone', 'email', 'tags', 'is_blocked'],
    filters: ['kind', 'tags', 'locale', 'is_blocked', 'consent_marketing', 'created_at'],
    sections: [
      {
        key: 'person',
        fields: [
          { source: 'kind', kind: 'choice', vocabulary: 'customerKinds' },
          { source: 'company_name', kind: 'text' },
          { source: 'first_name', kind: 'text' },
          { source: 'last_name', kind: 'text' },
        ],
      },
      {
        key: 'contact',
        fields: [
          { source: 'phone', kind: 'phone' },
          { source: 'email', kind: 'email' },
          { source: 'locale', kind: 'language', hint: true },
          { source: 'consent_marketing', kind: 'boolean' },
        ],
      },
      {
        key: 'account',
        fields: [
          { source: 'tax_number', kind: 'code' },
          { source: 'credit_limit_minor', kind: 'money', owned: true, hint: true },
          { source: 'is_blocked', kind: 'boolean', owned: true },
          {
            source: 'blocked_reason',
            kind: 'text',
            owned: true,
            when: { source: 'is_blocked', in: [true] },
            required: true,
          },
        ],
      },
      {
        key: 'notes',
        upfront: true,
        fields: [
          { source: 'tags', kind: 'tags' },
          { source: 'notes', kind: 'prose', wide: true, hint: true },
          { source: 'legal_hold_reason', kind: 'text', owned: true, hint: true, hideIn: ['list'] },
          { source: 'merged_into_id', kind: 'reference', to: 'customers', readOnly: true, hideIn: ['list', 'edit'] },
          { source: 'created_at', kind: 'dateTime', readOnly: true, hideIn: ['edit', 'show'] },
          { source: 'anonymised_at', kind: 'dateTime', readOnly: true, hideIn: ['list', 'edit'] },
        ],
      },
    ],
  },
  {
    show: () => import('./CustomerShow'),
    listActions: () => import('./duplicates/DuplicatesAction'),
    pages: {
      duplicates: () => import('./duplicates/DuplicatesPage'),
      merge: () => import('./duplicates/MergePage'),
    },
  },
)
