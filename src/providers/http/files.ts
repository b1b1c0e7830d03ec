import { FILE_TIMEOUT_MS } from '../../../contract/core/limits'
import type { Address } from '../../../contract/all-operations'
import { callFile, type Request } from './call'

/** How long the browser may take with a file before its address ends. */
const FILE_LIFE_MS = 60_000

function withUrl(file: Blob, hand: (url: string) => void): void {
  const url = URL.createObjectURL(file)
  hand(url)
  setTimeout(() => URL.revokeObjectURL(url), FILE_LIFE_MS)
}

/** Opens a PDF of the API in a window of its own, to be printed from there. @throws HttpError */
export async function openPdf<A extends Address>(address: A, request: Request<A>): Promise<void> {
  const { file } = await callFile(address, 'application/pdf', request)
  withUrl(file, (url) => window.open(url, '_blank', 'noopener'))
}

/** Hands a CSV file of the API to the browser's downloads. @throws HttpError */
export async function saveCsv<A extends Address>(address: A, request: Request<A>, name: string): Promise<void> {
  const { file } = await callFile(address, 'text/csv', request)
  saveFile(file, name)
}

/**
 * Hands a file of the API that may be large to the browser's downloads, by the server's name.
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

/** Hands a file to the browser's downloads. */
export const saveFile = (file: Blob, name: string): void =>
  withUrl(file, (url) => {
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  })
