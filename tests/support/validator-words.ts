/** Beginnings and parts of the messages that Zod has for schemas without a message of their own. */
const VALIDATOR_WORDS = [
  /^Invalid /,
  /^Too (?:big|small)\b/,
  /^Unrecognized key/,
  /\bexpected (?:one of|string|number|int|boolean|array|object|record|date|nonoptional|never|unknown|tuple)\b/,
  /\breceived (?:undefined|null|string|number|boolean|array|object|NaN|nan)\b/,
  /\bmust (?:start with "|match pattern)/,
  /more than one option matched/,
  /discriminator/,
] as const

/** Returns the messages that are in the words of Zod. */
export const inValidatorWords = (messages: readonly string[]): string[] =>
  messages.filter((message) => VALIDATOR_WORDS.some((words) => words.test(message)))
