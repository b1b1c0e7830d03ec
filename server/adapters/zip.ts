import { ZipFile } from 'yazl'

/** Packs a few small files into a zip. */
export async function zipOf(files: ReadonlyMap<string, string>, modified: Date): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of files) zip.addBuffer(Buffer.from(text), name, { mtime: modified })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
