import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { ENTITIES } from '../../../../contract/entities'
import { isByOperation, isByRight, isUntil } from '../../../../contract/core/ownership'
import { ALL_RIGHTS, hasRight, may } from '../../../../contract/core/permissions'
import { IMPORTED_RESOURCES, RESOURCES, ROLES } from '../../../../contract/core/vocabulary'

/** Fields that set the owner of a record, its visibility to partners, its credit or its paid price. */
const NEVER_BY_FORM: Readonly<Record<string, readonly string[]>> = {
  reservations: ['partner_id', 'partner_reference', 'channel', 'environment', 'price_override'],
  customers: ['credit_limit_minor', 'is_blocked', 'blocked_reason', 'legal_hold_reason'],
  allotments: ['partner_id'],
}

describe('the owner of a field', () => {
  it.each(RESOURCES)('%s: is defined for every writable field, and for no other', (resource) => {
    const { writable, secret = {}, setBy } = ENTITIES[resource]
    expect(Object.keys(setBy).sort()).toEqual(Object.keys({ ...writable, ...secret }).sort())
  })

  it.each(Object.entries(NEVER_BY_FORM))('%s: is never a form for fields of ownership and debt', (resource, fields) => {
    const { setBy } = ENTITIES[resource as 'customers']
    for (const field of fields) expect(isByOperation(setBy[field]) || setBy[field] === 'creation', field).toBe(true)
  })

  it('names API operations that change the field and require a reason', () => {
    for (const resource of RESOURCES) {
      const { setBy, statusField } = ENTITIES[resource]
      for (const [field, rule] of Object.entries(setBy))
        for (const id of isByOperation(rule) ? rule.by : []) {
          const operation = ALL_OPERATIONS.find((candidate) => candidate.id === id)
          expect(operation?.path, `${resource}.${field}: ${id}`).toContain(`/${resource}/:id/`)
          expect(operation?.method).toBe('POST')
          // A regular transition requires no reason.
          if (field === statusField) continue
          expect((operation?.body as z.ZodObject).shape, 'says why').toHaveProperty('reason')
        }
    }
  })

  it('prevents setting fields of a new record that the user could not change afterwards', () => {
    for (const resource of RESOURCES)
      for (const [field, rule] of Object.entries(ENTITIES[resource].setBy)) {
        if (!isByOperation(rule) || rule.creation === 'form') continue
        const rights = ALL_OPERATIONS.filter(({ id }) => rule.by.includes(id)).map(({ access }) => access)
        for (const access of rights) expect(access, `${resource}.${field}`).toEqual({ right: rule.creation })
      }
  })

  it('accepts stored values from clients that send whole records', () => {
    for (const resource of RESOURCES) {
      const { update, replace, writable } = ENTITIES[resource]
      expect(Object.keys(update.shape)).toEqual(expect.arrayContaining(Object.keys(writable)))
      expect(Object.keys(replace.shape)).toEqual(expect.arrayContaining(['id', 'version', ...Object.keys(writable)]))
    }
  })

  it('locks the currency and kind of a partner, and requires a right for the account of staff', () => {
    const { currency, kind } = ENTITIES.partners.setBy
    expect([isUntil(currency), isUntil(kind)]).toEqual([true, true])
    expect(isByRight(ENTITIES.staff.setBy['user_id'])).toBe(true)
  })
})

describe('a separate right', () => {
  it('belongs to administrators too, and to no user who may not see the record', () => {
    const seen = {
      take_payment: 'payments',
      refund: 'payments',
      approve_refund: 'payments',
      reverse_payment: 'payments',
      write_off: 'reservations',
      hand_over: 'partners',
    } as const
    for (const right of ALL_RIGHTS) {
      expect(hasRight('admin', right), right).toBe(true)
      expect(hasRight('viewer', right), right).toBe(false)
    }
    for (const [right, resource] of Object.entries(seen))
      for (const role of ROLES.filter((name) => hasRight(name, right as keyof typeof seen)))
        expect(may(role, 'show', resource), `${role}: ${right}`).toBe(true)
  })

  it('belongs to every user who merges or imports the records', () => {
    for (const role of ROLES) {
      const mayImport = IMPORTED_RESOURCES.some((resource) => may(role, 'import', resource))
      if (!mayImport && !may(role, 'delete', 'customers')) continue
      if (may(role, 'delete', 'customers'))
        for (const right of ['set_credit_limit', 'unblock_customer', 'set_legal_hold'] as const)
          expect(hasRight(role, right), `${role}: ${right}`).toBe(true)
    }
  })
})
