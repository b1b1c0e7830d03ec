import type { PassThrough } from 'node:stream'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

interface ZipEntry {
  name: string
  /** Whole text, or parts that are requested as the zip is read. */
  content: string | Iterable<string> | AsyncIterable<string>
}

/**
 * Returns a stream that packs files into a zip, one after the other. A failed file fails the zip with its error, and
 * destroying the zip closes the file that is being read.
 */
export const zipStream = (entries: readonly ZipEntry[], modified: Date): Readable =>
  Readable.from(pack(entries, modified), { objectMode: false })

/** Packs a few small files into a zip. */
export const zipOf = (files: ReadonlyMap<string, string>, modified: Date): Promise<Buffer> =>
  buffer(
    zipStream(
      [...files].map(([name, content]) => ({ name, content })),
      modified,
    ),
  )

async function* pack(entries: readonly ZipEntry[], modified: Date): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const sources: Readable[] = []
  const fail = (error: Error) => void output.destroy(error)
  const open = (content: Iterable<string> | AsyncIterable<string>): Readable => {
    const source = Readable.from(content, { objectMode: false })
    sources.push(source)
    // Without a listener, the error of a source would stop the process.
    return source.on('error', fail)
  }
  zip.on('error', fail)
  for (const { name, content } of entries) {
    if (typeof content === 'string') zip.addBuffer(Buffer.from(content), name, { mtime: modified })
    else zip.addReadStreamLazy(name, { mtime: modified }, (ready) => ready(null, open(content)))
  }
  zip.end()
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    for (const source of sources) source.destroy()
  }
}
