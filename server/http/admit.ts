import { type Action, hasRight, may, type Right } from '../../contract/core/permissions'
import { isPersonal } from '../../contract/core/personal-data'
import type { Resource, Role } from '../../contract/core/vocabulary'
import { choice, resourceName, sentence, type Sentence, type Word } from '../../contract/core/sentence'
import type { Actor } from '../kernel/context'
import { Refusal } from './refusal'

/** Refusals of an action on records to a role. */
const DENIED: Readonly<Record<Action, (role: Word, records: Word) => Sentence>> = {
  list: (role, records) => sentence`The role ${role} may not list ${records}. Ask an administrator.`,
  show: (role, records) => sentence`The role ${role} may not show ${records}. Ask an administrator.`,
  create: (role, records) => sentence`The role ${role} may not create ${records}. Ask an administrator.`,
  edit: (role, records) => sentence`The role ${role} may not edit ${records}. Ask an administrator.`,
  delete: (role, records) => sentence`The role ${role} may not delete ${records}. Ask an administrator.`,
  export: (role, records) => sentence`The role ${role} may not export ${records}. Ask an administrator.`,
  import: (role, records) => sentence`The role ${role} may not import ${records}. Ask an administrator.`,
}

/** Rights, to continue "may not". */
const RIGHT_NAMES: Readonly<Record<Right, Sentence>> = {
  take_payment: sentence`take payment`,
  refund: sentence`refund`,
  approve_refund: sentence`approve refund`,
  reverse_payment: sentence`reverse payment`,
  write_off: sentence`write off`,
  export_journal: sentence`export journal`,
  settle_partners: sentence`settle partners`,
  hand_over: sentence`hand over`,
  run_till: sentence`run till`,
  manage_tills: sentence`manage tills`,
  set_credit_limit: sentence`set credit limit`,
  unblock_customer: sentence`unblock customer`,
  set_legal_hold: sentence`set legal hold`,
  export_personal_data: sentence`export personal data`,
  read_personal_file: sentence`read personal file`,
  read_mail_texts: sentence`read mail texts`,
  link_account: sentence`link account`,
}

type Caller = Pick<Actor, 'role'>

/** Returns the role of the calling staff. @throws Refusal forbidden for callers without one */
export function roleOf({ role }: Caller): Role {
  if (role === null) throw new Refusal('forbidden', sentence`Only staff may do this.`)
  return role
}

/** Checks a permission. @throws Refusal forbidden */
export function admit(caller: Caller, action: Action, resource: Resource): void {
  const role = roleOf(caller)
  if (!may(role, action, resource))
    throw new Refusal('forbidden', DENIED[action](choice('roles', role), resourceName(resource)))
}

/** Checks a right. @throws Refusal forbidden */
export function admitRight(caller: Caller, right: Right): void {
  const role = roleOf(caller)
  if (!hasRight(role, right))
    throw new Refusal(
      'forbidden',
      sentence`The role ${choice('roles', role)} may not ${RIGHT_NAMES[right]}. Ask an administrator.`,
    )
}

/** Checks that the caller may export these fields. @throws Refusal forbidden on each that is personal data */
export function admitFields(caller: Caller, resource: Resource, fields: readonly string[]): void {
  const role = roleOf(caller)
  if (hasRight(role, 'export_personal_data')) return
  const personal = fields.flatMap((field, index) => (isPersonal(resource, field) ? [{ field, index }] : []))
  if (personal.length === 0) return
  throw new Refusal(
    'forbidden',
    sentence`The role ${choice('roles', role)} may not export ${personal.map(({ field }) => field).join(', ')}: personal data. Leave it out, or ask a manager.`,
    {
      errors: personal.map(({ field, index }) => ({
        pointer: `/columns/${index}/field`,
        code: 'forbidden',
        detail: sentence`${field} is personal data.`,
      })),
    },
  )
}
