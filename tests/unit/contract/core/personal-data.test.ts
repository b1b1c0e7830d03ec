import { describe, expect, it } from 'vitest'
import { ENTITIES } from '../../../../contract/entities'
import { isPersonal } from '../../../../contract/core/personal-data'
import { RESOURCES, type Resource } from '../../../../contract/core/vocabulary'

/** Names of fields with personal data. */
const TELLING =
  /^(.*_)?(first_name|last_name|lead_name|email|phone|tax_number|licence_number|passengers|recipient|ip)$|^medical_/
/** Fields with these names that contain no private data. */
const PUBLIC: Partial<Record<Resource, readonly string[]>> = {
  // Public phone number for passengers.
  stations: ['contact_phone'],
  // Shown on every roster.
  staff: ['first_name', 'last_name'],
}

describe('personal data', () => {
  it.each(RESOURCES)('%s: includes every field with such a name', (resource) => {
    const fields = Object.keys(ENTITIES[resource].record.shape)
    const missed = fields.filter(
      (field) => TELLING.test(field) && !isPersonal(resource, field) && !PUBLIC[resource]?.includes(field),
    )
    expect(missed).toEqual([])
  })

  it('includes only fields of the contract', () => {
    const everything = new Set(RESOURCES.flatMap((resource) => Object.keys(ENTITIES[resource].record.shape)))
    for (const resource of RESOURCES)
      for (const field of everything)
        if (isPersonal(resource, field)) expect(Object.keys(ENTITIES[resource].record.shape)).toContain(field)
  })
})
