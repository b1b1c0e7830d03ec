import { createCipheriv, createDecipheriv, createHash, randomBytes, type DecipherGCM } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  statSync,
  writeFileSync,
  type ReadStream,
} from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { abandon, draftOf, fileTrouble, settle } from './whole-file'

const MAGIC = Buffer.from('WAYLINE1')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Reason why a sealed file cannot be opened, with the remedy. */
class SealBroken extends Error {}

/**
 * Writes lines compressed and encrypted, in full or not at all, with a checksum in a second file.
 * @throws FileTrouble naming the file, where its disk is full or not writable; the reason of an aborted signal
 */
export async function writeSealed(
  file: string,
  lines: AsyncIterable<string>,
  key: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const checksum = checksumOf(file)
  try {
    await writeDraft(draftOf(file), lines, key, signal)
    writeFileSync(draftOf(checksum), `${await sha256Of(draftOf(file))}\n`, { mode: 0o600 })
    settle(file)
    settle(checksum)
  } catch (error) {
    const cause: unknown = signal?.aborted ? signal.reason : error
    abandon(checksum, cause)
    throw abandon(file, cause)
  }
}

/** Returns the paths of a sealed file: file, checksum and their drafts. */
export const filesOf = (file: string): string[] => [file, checksumOf(file)].flatMap((one) => [one, draftOf(one)])

const checksumOf = (file: string) => `${file}.sha256`

async function writeDraft(
  draft: string,
  lines: AsyncIterable<string>,
  key: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key.subarray(0, 32), nonce)
  const out = createWriteStream(draft, { mode: 0o600 })
  out.write(Buffer.concat([MAGIC, nonce]))
  const withBreaks = async function* () {
    for await (const line of lines) yield `${line}\n`
  }
  const withTag = new Transform({
    transform: (chunk: Buffer, _, done) => done(null, chunk),
    flush: (done) => done(null, cipher.getAuthTag()),
  })
  await pipeline(Readable.from(withBreaks()), createGzip(), cipher, withTag, out, { signal })
}

/**
 * Reads a sealed file, after verifying all of it.
 * @returns its lines; each call starts at the first one
 * @throws SealBroken for another key, or a file that is incomplete or was changed; FileTrouble where it cannot be read
 */
export async function readSealed(file: string, key: Uint8Array): Promise<() => AsyncIterable<string>> {
  const { size } = statSync(file)
  const head = Buffer.alloc(MAGIC.length + NONCE_BYTES)
  const tag = Buffer.alloc(TAG_BYTES)
  if (size < head.length + TAG_BYTES) throw new SealBroken('The file is too short to be a backup. Take another copy.')
  const handle = openSync(file, 'r')
  readSync(handle, head, 0, head.length, 0)
  readSync(handle, tag, 0, TAG_BYTES, size - TAG_BYTES)
  closeSync(handle)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealBroken('This file is not a backup of Wayline.')
  const opened = () => {
    const decipher = createDecipheriv(CIPHER, key.subarray(0, 32), head.subarray(MAGIC.length))
    decipher.setAuthTag(tag)
    return { decipher, source: createReadStream(file, { start: head.length, end: size - TAG_BYTES - 1 }) }
  }
  const proof = opened()
  try {
    for await (const chunk of proof.source) proof.decipher.update(chunk as Buffer)
    proof.decipher.final()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw fileTrouble(error, file) ?? error
    throw new SealBroken(
      'The backup is damaged, incomplete or encrypted with another key. Check SECRETS_FILE, or take another copy.',
    )
  }
  return () => linesOf(opened)
}

type Opened = () => { decipher: DecipherGCM; source: ReadStream }

async function* linesOf(opened: Opened): AsyncGenerator<string> {
  const { source, decipher } = opened()
  const text = createGunzip()
  // An error of any of the three streams ends the text with it. The reader of the lines gets it, so it is ignored here.
  pipeline(source, decipher, text).catch(() => undefined)
  text.setEncoding('utf8')
  try {
    let rest = ''
    for await (const chunk of text) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    text.destroy()
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
