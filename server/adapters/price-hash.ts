import { createHash } from 'node:crypto'

/** SHA-256 of a canonical text, in hex. */
export const priceHash = (canonical: string): string => createHash('sha256').update(canonical).digest('hex')
