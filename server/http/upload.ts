import { basename } from 'node:path'
import { Refusal } from './refusal'

const FILE_NAME_MAX_CHARS = 200
const NO_TEXT = /[\p{Control}\p{Surrogate}]/gu

/** What a file is called by those who sent it, without their folders and without what is no text. */
export const uploadName = (given: string | undefined, otherwise: string): string =>
  basename((given ?? '').slice(-FILE_NAME_MAX_CHARS).replace(NO_TEXT, '')) || otherwise

/**
 * What went wrong while a form was read: the reader's own errors are bare, and all of them are of the form.
 * @throws the error itself where it says more than that
 */
export function brokenForm(error: unknown): never {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (error instanceof Refusal || code !== undefined || statusCode !== undefined) throw error
  throw new Refusal('malformed', 'The form could not be read: it is cut short or has no boundary. Send it again.')
}
