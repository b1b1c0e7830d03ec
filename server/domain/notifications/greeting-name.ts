/** A sign of web and e-mail addresses, or a dot between two words: mail programs turn these into links. */
const ADDRESS = /[@/\\]|[\p{Letter}\p{Number}-][.。]\p{Letter}{2,}/u
/** Names have fewer digits than the shortest phone numbers. */
const DIGITS_MAX = 5

/** Returns a name for a greeting; null if it contains a web address, an e-mail address or a phone number. */
export function greetingName(name: string): string | null {
  const text = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const digits = text.match(/\p{Number}/gu)?.length ?? 0
  return ADDRESS.test(text) || digits > DIGITS_MAX ? null : name
}
