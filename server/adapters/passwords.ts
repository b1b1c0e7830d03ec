import { hash, verify } from '@node-rs/argon2'
import { randomInt } from 'node:crypto'
import { PASSWORD_HASHES_AT_ONCE, PASSWORD_HASH_QUEUE } from '../../contract/core/limits/passwords'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hash that no password matches: unknown names cost the same time as known ones. */
const DUMMY_HASH = hash('no such account', ARGON2ID)

export class HashQueueFull extends Error {}

/** Limits hashing, which is expensive by design, so that a flood of sign-ins does not block all other requests. */
class Slots {
  #free = PASSWORD_HASHES_AT_ONCE
  readonly #queue: (() => void)[] = []

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else if (this.#queue.length >= PASSWORD_HASH_QUEUE) throw new HashQueueFull()
    else await new Promise<void>((resolve) => this.#queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

const slots = new Slots()

/** Normalizes letters with marks, so that every keyboard gives the same password (RFC 8265, OpaqueString). */
const normalized = (password: string): string => password.normalize('NFC')

/** @throws HashQueueFull when the queue is full. */
export const hashPassword = (password: string): Promise<string> => slots.run(() => hash(normalized(password), ARGON2ID))

/** @param stored null without an account: takes as long and returns false. @throws HashQueueFull */
export const checkPassword = (stored: string | null, password: string): Promise<boolean> =>
  slots.run(async () => {
    const against = stored ?? (await DUMMY_HASH)
    const isRight = await verify(against, normalized(password))
    // Older versions hashed passwords as they were typed.
    return (isRight || (password !== normalized(password) && (await verify(against, password)))) && stored !== null
  })

/** Returns 20 characters without look-alikes: more than 112 bits. */
export function makePassword(): string {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
