import type { OctoContact, OctoContactWish } from '../../../contract/octo'
import type { PartnerTripDetail, TripUpdateBody } from '../../../contract/partner-trips'
import { LANGUAGES } from '../../../contract/vocabulary'

/** Who travels until the reseller says it. */
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

/** Somebody of whom the name alone is known. */
export const named = (fullName: string | null): OctoContact => ({ ...NOBODY, fullName })

/** The name that a contact has; null for none. */
export function nameOf(contact: OctoContactWish | null | undefined): string | null {
  const { fullName, firstName, lastName } = contact ?? {}
  return fullName || [firstName, lastName].filter(Boolean).join(' ') || null
}

/** What a contact says of a party, in the words of a trip; what it leaves out stays as it is. */
export function partyOf(contact: OctoContactWish | null | undefined, notes: string | null | undefined): TripUpdateBody {
  const name = nameOf(contact)
  const language = (contact?.locales ?? []).map(languageOf).find((known) => known !== undefined)
  return {
    ...(name !== null && { lead_name: name }),
    ...(contact?.emailAddress && { lead_email: contact.emailAddress }),
    ...(contact?.phoneNumber && { lead_phone: contact.phoneNumber.replace(/[\s().-]/g, '') }),
    ...(language && { locale: language }),
    ...(notes !== undefined && { customer_notes: notes }),
  }
}

export const contactOf = ({ lead_name, lead_email, lead_phone, locale }: PartnerTripDetail): OctoContact => ({
  ...named(lead_name === NAMELESS ? null : lead_name),
  emailAddress: lead_email,
  phoneNumber: lead_phone,
  locales: [locale === 'ae' ? 'ar' : locale],
})

function languageOf(locale: string) {
  const asked = locale.slice(0, 2).toLowerCase()
  return LANGUAGES.find((language) => language === (asked === 'ar' ? 'ae' : asked))
}
