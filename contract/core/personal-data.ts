import type { Resource } from './vocabulary'

/**
 * What says who somebody is, where they live, how they are or what was written to them. Lists show it to whoever may see
 * the record; only some take it away in files. The names of the staff stand on every roster.
 */
const PERSONAL_FIELDS: Partial<Record<Resource, readonly string[]>> = {
  customers: [
    'first_name',
    'last_name',
    'company_name',
    'email',
    'phone',
    'notes',
    'tax_number',
    'blocked_reason',
    'legal_hold_reason',
  ],
  reservations: [
    'lead_name',
    'lead_phone',
    'lead_email',
    'passengers',
    'hire',
    'flight',
    'internal_notes',
    'customer_notes',
  ],
  staff: ['phone', 'email', 'licence_number', 'licence_expires_on', 'medical_expires_on'],
  'staff-absences': ['kind', 'note'],
  users: ['username', 'email', 'first_name', 'last_name', 'last_login_at'],
  partners: ['contact_email'],
  mails: ['recipient', 'subject', 'content', 'attachments', 'entity_label', 'error'],
  'audit-events': ['actor_name', 'ip', 'entity_label', 'changes', 'reason'],
}

export const isPersonal = (resource: Resource, field: string): boolean =>
  PERSONAL_FIELDS[resource]?.includes(field) ?? false

/** Whether records are called by the name of a person outside the staff. */
export const isNamedByPerson = (resource: Resource): boolean => resource === 'customers' || resource === 'users'
