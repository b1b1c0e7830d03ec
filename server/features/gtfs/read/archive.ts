import { stat } from 'node:fs/promises'
import { Transform, pipeline, type Readable } from 'node:stream'
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl'
import { GTFS_FILE_MAX_BYTES, GTFS_UNPACKED_MAX_BYTES } from '../../../../contract/core/limits/files'
import { FEED_FILE, Fault, refusalOf, refuse, type Issues } from './issues'

/** Local path, or the bytes of the zip. */
export type ArchiveSource = string | Buffer

export interface ArchiveLimits {
  /** Maximum size of the zip, in bytes. */
  fileBytes: number
  /** Maximum unpacked size of all files read, counted while unpacking: a zip may declare wrong sizes. */
  unpackedBytes: number
}

const DEFAULT_LIMITS: ArchiveLimits = { fileBytes: GTFS_FILE_MAX_BYTES, unpackedBytes: GTFS_UNPACKED_MAX_BYTES }

const MAX_ENTRIES = 10_000
const OPTIONS = { lazyEntries: true, autoClose: false }

/** An opened feed: its text files by bare name, independent of their folder. */
export interface Archive {
  names: ReadonlySet<string>
  /** Returns the unpacked bytes of a file of `names`. The stream fails with FeedRefused above the limit. */
  open: (name: string) => Promise<Readable>
  /** Unpacked share of the archive, 0 to 1, based on its declared sizes. */
  readShare: () => number
  close: () => void
}

/** Opens a feed. @throws FeedRefused when the source is no readable zip, is too large or contains several feeds */
export async function openArchive(source: ArchiveSource, issues: Issues, limits = DEFAULT_LIMITS): Promise<Archive> {
  const bytes = typeof source === 'string' ? (await stat(source)).size : source.length
  if (bytes > limits.fileBytes) refuse(issues, { file: FEED_FILE }, tooLarge(bytes, limits.fileBytes))
  const zip = await openZip(source, issues)
  try {
    const entries = feedEntries(await listEntries(zip, issues), issues)
    const declared = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    let unpacked = 0
    const count = (chunk: Buffer, name: string) => {
      unpacked += chunk.length
      if (unpacked > limits.unpackedBytes) refuse(issues, { file: name }, unpacksTooFar(limits.unpackedBytes))
    }
    return {
      names: new Set(entries.keys()),
      open: (name) => openEntry(zip, name, entries.get(name), issues, count),
      readShare: () => Math.min(1, unpacked / Math.max(1, declared)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openZip(source: ArchiveSource, issues: Issues): Promise<ZipFile> {
  try {
    return await (typeof source === 'string' ? openPromise(source, OPTIONS) : fromBufferPromise(source, OPTIONS))
  } catch {
    return refuse(issues, { file: FEED_FILE }, NOT_A_ZIP)
  }
}

async function listEntries(zip: ZipFile, issues: Issues): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) refuse(issues, { file: FEED_FILE }, tooManyFiles(zip.entryCount))
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch {
    refuse(issues, { file: FEED_FILE }, NOT_A_ZIP)
  }
  return entries
}

/** Returns the entries of the only folder with a `stops.txt`, or else of the root, by bare name. */
function feedEntries(entries: Entry[], issues: Issues): Map<string, Entry> {
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !fileName.startsWith('__MACOSX/'))
  const folders = new Set(files.map(folderOf).filter((_, i) => bareName(files[i] as Entry) === 'stops.txt'))
  if (folders.size > 1) refuse(issues, { file: FEED_FILE }, severalFeeds(folders.size))
  const [folder = commonFolder(files)] = folders
  const inside = files.filter((entry) => folderOf(entry) === folder)
  return new Map(inside.map((entry) => [bareName(entry), entry]))
}

/** Returns the folder of all files when `stops.txt` is missing, so that the others are still found. */
function commonFolder(files: Entry[]): string {
  const [first = ''] = files.map(folderOf)
  return files.every((entry) => folderOf(entry) === first) ? first : ''
}

const folderOf = ({ fileName }: Entry) => fileName.slice(0, fileName.lastIndexOf('/') + 1)
const bareName = ({ fileName }: Entry) => fileName.slice(fileName.lastIndexOf('/') + 1)

async function openEntry(
  zip: ZipFile,
  name: string,
  entry: Entry | undefined,
  issues: Issues,
  count: (chunk: Buffer, name: string) => void,
): Promise<Readable> {
  if (!entry) throw new RangeError(`${name} is not in the archive.`)
  if (!entry.canDecodeFileData()) refuse(issues, { file: name }, CANNOT_DECODE)
  const source = await zip.openReadStreamPromise(entry).catch(() => refuse(issues, { file: name }, DAMAGED))
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk, name)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  source.once('error', () => {
    // A reader that stops early destroys both streams, which is no fault of the file.
    if (!counted.destroyed) counted.destroy(refusalOf(issues, { file: name }, DAMAGED))
  })
  // The reader of `counted` receives every error, so the callback has nothing to do.
  pipeline(source, counted, () => undefined)
  return counted
}

const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`

const NOT_A_ZIP = new Fault(
  'not_a_zip',
  'The file is not a zip, or it is cut short.',
  'Choose the .zip of the feed and fetch it again if it came over the network.',
)
const DAMAGED = new Fault('zip_damaged', 'The file in the zip is damaged.', 'Fetch the feed again.')
const CANNOT_DECODE = new Fault(
  'zip_encrypted',
  'The file is encrypted or packed in a way that cannot be read here.',
  'Pack the feed as an ordinary zip without a password.',
)
const tooLarge = (bytes: number, limit: number) =>
  new Fault(
    'feed_too_large',
    `The zip has ${mebibytes(bytes)}; the limit is ${mebibytes(limit)}.`,
    'Leave shapes.txt out of the zip, or split the feed by agency.',
  )
const unpacksTooFar = (limit: number) =>
  new Fault(
    'unpacks_too_large',
    `The feed unpacks to more than ${mebibytes(limit)}.`,
    'Split the feed by agency, and check that the zip comes from a source you trust.',
  )
const tooManyFiles = (count: number) =>
  new Fault('too_many_files', `The zip holds ${count} files.`, 'Choose the .zip of one GTFS feed.')
const severalFeeds = (count: number) =>
  new Fault(
    'several_feeds',
    `The zip holds ${count} feeds in different folders.`,
    'Import each of them as a zip of its own.',
  )
