import BadgeIcon from '@mui/icons-material/BadgeOutlined'
import type { Staff } from '../../../contract/entities/staff'
import { defineResource } from '../../kit/defineResource'
import { fullName } from '../../kit/text'

export default defineResource<Staff>(
  {
    name: 'staff',
    icon: BadgeIcon,
    represent: (person) => fullName(person.first_name, person.last_name),
    detail: (person) => person.employee_no,
    sort: { field: 'last_name', order: 'ASC' },
    statusField: 'status',
    entity: async () => (await import('../../../contract/entities/staff')).staff,
    columns: [
      'last_name',
      'first_name',
      'employee_no',
      'roles',
      'phone',
      'licence_categories',
      'licence_expires_on',
      'status',
    ],
    filters: ['status', 'roles', 'licence_categories', 'licence_expires_on', 'medical_expires_on'],
    sections: [
      {
        key: 'person',
        fields: [
          { source: 'first_name', kind: 'text', required: true },
          { source: 'last_name', kind: 'text', required: true },
          { source: 'employee_no', kind: 'code', required: true },
          { source: 'roles', kind: 'choices', vocabulary: 'staffRoles', required: true },
          { source: 'status', kind: 'choice', vocabulary: 'staffStatuses', status: true },
          { source: 'languages', kind: 'languageCodes' },
        ],
      },
      {
        key: 'contact',
        fields: [
          { source: 'phone', kind: 'phone' },
          { source: 'email', kind: 'email' },
          { source: 'user_id', kind: 'reference', to: 'users', hint: true, hideIn: ['list'] },
        ],
      },
      {
        key: 'driving',
        fields: [
          { source: 'licence_number', kind: 'code' },
          { source: 'licence_categories', kind: 'choices', vocabulary: 'licenceCategories' },
          { source: 'licence_expires_on', kind: 'date' },
          { source: 'medical_expires_on', kind: 'date' },
          { source: 'max_daily_drive_min', kind: 'minutes' },
          { source: 'min_rest_min', kind: 'minutes' },
        ],
      },
    ],
  },
  { show: () => import('./StaffShow') },
)
