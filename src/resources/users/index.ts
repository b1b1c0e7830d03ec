import ManageAccountsIcon from '@mui/icons-material/ManageAccountsOutlined'
import type { User } from '../../../contract/entities/user'
import { defineResource } from '../../kit/defineResource'
import { fullName } from '../../kit/text'

type UserInput = User & { password?: string }

export default defineResource<UserInput>(
  {
    name: 'users',
    icon: ManageAccountsIcon,
    represent: (user) => fullName(user.first_name, user.last_name) || user.username,
    detail: (user) => user.username,
    sort: { field: 'username', order: 'ASC' },
    statusField: 'status',
    bulkStatus: true,
    readAlone: true,
    entity: async () => (await import('../../../contract/entities/user')).user,
    columns: ['username', 'first_name', 'last_name', 'email', 'role', 'last_login_at', 'status'],
    filters: ['status', 'role', 'is_staff', 'locale', 'last_login_at'],
    sections: [
      {
        key: 'person',
        fields: [
          { source: 'username', kind: 'text', required: true },
          { source: 'email', kind: 'email', required: true },
          { source: 'first_name', kind: 'text' },
          { source: 'last_name', kind: 'text' },
          { source: 'locale', kind: 'language' },
          { source: 'password', kind: 'password', hint: true, hideIn: ['list', 'show'] },
        ],
      },
      {
        key: 'access',
        fields: [
          { source: 'role', kind: 'choice', vocabulary: 'roles' },
          { source: 'status', kind: 'choice', vocabulary: 'userStatuses', status: true },
          { source: 'is_staff', kind: 'boolean', hint: true },
          { source: 'station_scope', kind: 'references', to: 'stations', hint: true },
          { source: 'last_login_at', kind: 'dateTime', readOnly: true, hideIn: ['edit'] },
          { source: 'mfa_enabled', kind: 'boolean', readOnly: true, hideIn: ['edit'] },
          { source: 'must_change_password', kind: 'boolean', readOnly: true, hideIn: ['edit'] },
        ],
      },
    ],
  },
  { show: () => import('./UserShow'), listActions: () => import('./InviteAction') },
)
