import { FILE_TIMEOUT_MS } from '../../../contract/core/limits/files'
import type { Address } from '../../../contract/all-operations'
import { callFile, type Request } from './call'

/** Lifetime of an object URL; the browser must have read the file by then. */
const FILE_LIFE_MS = 60_000

function withUrl(file: Blob, hand: (url: string) => void): void {
  const url = URL.createObjectURL(file)
  hand(url)
  setTimeout(() => URL.revokeObjectURL(url), FILE_LIFE_MS)
}

/** Opens a PDF of the API in a new window for printing. @throws HttpError */
export async function openPdf<A extends Address>(address: A, request: Request<A>): Promise<void> {
  const { file } = await callFile(address, 'application/pdf', request)
  withUrl(file, (url) => window.open(url, '_blank', 'noopener'))
}

/** Downloads a CSV file of the API. @throws HttpError */
export async function saveCsv<A extends Address>(address: A, request: Request<A>, name: string): Promise<void> {
  const { file } = await callFile(address, 'text/csv', request)
  saveFile(file, name)
}

/**
 * Downloads a file of the API that may be large, under the server's file name.
 * @returns the headers of the answer
 * @throws HttpError
 */
export async function saveBytes<A extends Address>(
  address: A,
  request: Request<A>,
  type = 'application/octet-stream',
): Promise<Headers> {
  const { file, name, headers } = await callFile(address, type, { timeoutMs: FILE_TIMEOUT_MS, ...request })
  saveFile(file, name)
  return headers
}

/** Saves a file to the browser's downloads. */
export const saveFile = (file: Blob, name: string): void =>
  withUrl(file, (url) => {
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  })
