import type { Resource } from './vocabulary'

/**
 * Fields with the identity, contact data, health or correspondence of a person. Lists show them to roles that may read the
 * record; only some roles may export them. Names of staff are not included, because every roster shows them.
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

/** Returns whether the label of a record contains the name of a customer or of a user. */
export const isNamedByPerson = (resource: Resource): boolean => resource === 'customers' || resource === 'users'
