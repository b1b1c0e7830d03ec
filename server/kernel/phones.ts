import type { Reader } from '../db/transaction'

/** Returns the country of phone numbers without a country code, ISO 3166-1 alpha-2; null if none is set. */
export async function readCompanyCountry(reader: Reader): Promise<string | null> {
  const { country } = await reader.selectFrom('company').select('country').executeTakeFirstOrThrow()
  return country
}

/** Returns whether a customer has this phone number. Stored numbers may predate the validation rule. */
export async function isPhoneOfCustomer(reader: Reader, id: string, phone: string): Promise<boolean> {
  const found = await reader
    .selectFrom('customers')
    .select('id')
    .where('id', '=', id)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return found !== undefined
}
