import HandshakeIcon from '@mui/icons-material/HandshakeOutlined'
import type { Partner } from '../../../contract/entities/partner'
import { HOLD_DEFAULT_MIN } from '../../../contract/core/limits/holds'
import { defineResource } from '../../kit/defineResource'

export default defineResource<Partner>(
  {
    name: 'partners',
    icon: HandshakeIcon,
    represent: (partner) => partner.trading_name ?? partner.legal_name,
    detail: (partner) => partner.code,
    sort: { field: 'legal_name', order: 'ASC' },
    statusField: 'status',
    entity: async () => (await import('../../../contract/entities/partner')).partner,
    columns: ['legal_name', 'trading_name', 'code', 'kind', 'contact_email', 'currency', 'status'],
    filters: ['status', 'kind', 'currency', 'statement_due_at'],
    sections: [
      {
        key: 'identity',
        fields: [
          { source: 'legal_name', kind: 'text', required: true },
          { source: 'trading_name', kind: 'text' },
          { source: 'code', kind: 'code', upper: true, required: true },
          { source: 'kind', kind: 'choice', vocabulary: 'partnerKinds' },
          { source: 'contact_email', kind: 'email', required: true },
          { source: 'locale', kind: 'language' },
          { source: 'status', kind: 'choice', vocabulary: 'partnerStatuses', status: true },
          { source: 'currency', kind: 'currency', required: true },
          { source: 'timezone', kind: 'timeZone', required: true },
        ],
      },
      {
        key: 'contract',
        fields: [
          {
            source: 'contract',
            kind: 'group',
            wide: true,
            initial: {
              commission_mode: 'none',
              commission_bp: 0,
              commission_on_addons: false,
              allowed_route_ids: [],
              hold_minutes: HOLD_DEFAULT_MIN,
              credit_limit_minor: null,
              cancel_rights: 'per_policy',
              valid_from: null,
              valid_to: null,
            },
            fields: [
              { source: 'commission_mode', kind: 'choice', vocabulary: 'commissionModes' },
              { source: 'commission_bp', kind: 'percentBp' },
              { source: 'commission_on_addons', kind: 'boolean' },
              { source: 'hold_minutes', kind: 'minutes' },
              { source: 'credit_limit_minor', kind: 'money', currency: 'currency' },
              { source: 'cancel_rights', kind: 'choice', vocabulary: 'cancelRights' },
              { source: 'valid_from', kind: 'date' },
              { source: 'valid_to', kind: 'date' },
              { source: 'allowed_route_ids', kind: 'references', to: 'routes', wide: true },
            ],
          },
          { source: 'payment_days', kind: 'integer', unit: 'days', hint: true, hideIn: ['list'] },
          { source: 'statement_due_at', kind: 'dateTime', readOnly: true },
          { source: 'held_seats_max', kind: 'integer', unit: 'seats', hint: true, hideIn: ['list'] },
          { source: 'holds_max', kind: 'integer', hint: true, hideIn: ['list'] },
          { source: 'lapsed_holds_max', kind: 'integer', hint: true, hideIn: ['list'] },
        ],
      },
      {
        key: 'network',
        fields: [{ source: 'ip_allowlist', kind: 'tags', wide: true, hint: true, hideIn: ['list'] }],
      },
    ],
  },
  { show: () => import('./PartnerShow') },
)
