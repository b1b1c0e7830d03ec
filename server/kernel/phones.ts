import type { Reader } from '../db/transaction'

/** Returns the country whose phone numbers need no country code, ISO 3166-1 alpha-2; null where none is set. */
export async function readCompanyCountry(reader: Reader): Promise<string | null> {
  const { country } = await reader.selectFrom('company').select('country').executeTakeFirstOrThrow()
  return country
}

/** Whether a customer is stored with this phone number, which may be older than the rule for numbers. */
export async function isPhoneOfCustomer(reader: Reader, id: string, phone: string): Promise<boolean> {
  const found = await reader
    .selectFrom('customers')
    .select('id')
    .where('id', '=', id)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return found !== undefined
}
