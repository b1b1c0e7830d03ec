import type { OctoContact, OctoContactInput } from '../../../../contract/partner/octo'
import type { PartnerTripDetail, TripUpdateBody } from '../../../../contract/partner/trips'
import { parsePhone } from '../../../../contract/core/phone'
import { LANGUAGES } from '../../../../contract/core/languages'

/** Lead name until the reseller sends one. */
export const NAMELESS = 'Name to follow'

const NOBODY: OctoContact = {
  fullName: null,
  firstName: null,
  lastName: null,
  emailAddress: null,
  phoneNumber: null,
  locales: [],
  postalCode: null,
  country: null,
  notes: null,
}

/** The fields of a contact that a trip does not store. */
export type ContactExtras = Omit<OctoContact, 'emailAddress' | 'locales'>

/** Returns a contact with only a name. */
export const named = (fullName: string | null): OctoContact => ({ ...NOBODY, fullName })

/** Returns the full name of a contact; null when it has none. */
export function nameOf(contact: OctoContactInput | null | undefined): string | null {
  const { fullName, firstName, lastName } = contact ?? {}
  return fullName || [firstName, lastName].filter(Boolean).join(' ') || null
}

/**
 * Returns the trip fields that a contact sets; omitted fields remain unchanged.
 * @param country the company's, for national numbers of a contact without a country
 */
export function partyOf(
  contact: OctoContactInput | null | undefined,
  notes: string | null | undefined,
  country: string | null,
): TripUpdateBody {
  const name = nameOf(contact)
  const language = (contact?.locales ?? []).map(languageOf).find((known) => known !== undefined)
  return {
    ...(name !== null && { lead_name: name }),
    ...(contact?.emailAddress && { lead_email: contact.emailAddress }),
    ...(contact?.phoneNumber && { lead_phone: storedPhone(contact, country) }),
    ...(language && { locale: language }),
    ...(notes !== undefined && { customer_notes: notes }),
  }
}

/** Returns the phone number in stored form; null when it cannot be parsed. */
function storedPhone({ phoneNumber, country: own }: OctoContactInput, country: string | null): string | null {
  const ownCountry = /^[a-z]{2}$/i.test(own ?? '') ? (own?.toUpperCase() ?? null) : null
  return parsePhone(phoneNumber ?? '', ownCountry ?? country)
}

/** Returns the contact to store; omitted fields retain their previous values. */
export function storedContact(
  contact: OctoContactInput | null | undefined,
  before: Partial<ContactExtras>,
  companyCountry: string | null,
): Partial<ContactExtras> {
  const { firstName, lastName, phoneNumber, postalCode, country, notes } = contact ?? {}
  const fullName = nameOf(contact)
  const names = fullName === null ? {} : { fullName, firstName: firstName ?? null, lastName: lastName ?? null }
  const unread = contact && storedPhone(contact, companyCountry) !== null ? null : phoneNumber
  const said = { phoneNumber: unread, postalCode, country, notes }
  return { ...before, ...names, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) }
}

export function contactOf(trip: PartnerTripDetail, extras: Partial<ContactExtras>): OctoContact {
  const { lead_name, lead_email, lead_phone, locale } = trip
  // The operator may have changed the lead name since.
  const { firstName = null, lastName = null } = extras.fullName === lead_name ? extras : {}
  return {
    ...NOBODY,
    ...extras,
    fullName: lead_name === NAMELESS ? null : lead_name,
    firstName,
    lastName,
    emailAddress: lead_email,
    phoneNumber: lead_phone ?? extras.phoneNumber ?? null,
    locales: [locale === 'ae' ? 'ar' : locale],
  }
}

function languageOf(locale: string) {
  const asked = locale.slice(0, 2).toLowerCase()
  return LANGUAGES.find((language) => language === (asked === 'ar' ? 'ae' : asked))
}
