import { basename } from 'node:path'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from './refusal'

const FILE_NAME_MAX_CHARS = 200
const NO_TEXT = /[\p{Control}\p{Surrogate}]/gu

/** Returns the file name of an upload without folders, control characters and lone surrogates. */
export const uploadName = (given: string | undefined, otherwise: string): string =>
  basename((given ?? '').slice(-FILE_NAME_MAX_CHARS).replace(NO_TEXT, '')) || otherwise

/**
 * Refuses a form that could not be parsed. The parser's own errors have neither code nor status.
 * @throws the error itself if it has a code or a status
 */
export function brokenForm(error: unknown): never {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (error instanceof Refusal || code !== undefined || statusCode !== undefined) throw error
  throw new Refusal(
    'malformed',
    sentence`The form could not be read: it is cut short or has no boundary. Send it again.`,
  )
}
