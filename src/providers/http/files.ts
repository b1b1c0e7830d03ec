import { FILE_TIMEOUT_MS, HTTP_TIMEOUT_MS } from '../../../contract/core/limits'
import { API_ROOT } from '../config'
import { httpClient } from './httpClient'

/** How long the browser may take with a file before its address ends. */
const FILE_LIFE_MS = 60_000

async function readFile(path: string, type: string, timeoutMs = HTTP_TIMEOUT_MS): Promise<Blob> {
  const headers = { Accept: `${type}, application/problem+json` }
  const { file } = await httpClient(`${API_ROOT}${path}`, { binary: true, headers, timeoutMs })
  return file ?? new Blob()
}

function withUrl(file: Blob, hand: (url: string) => void): void {
  const url = URL.createObjectURL(file)
  hand(url)
  setTimeout(() => URL.revokeObjectURL(url), FILE_LIFE_MS)
}

/** Opens a PDF of the API in a window of its own, to be printed from there. @throws HttpError */
export async function openPdf(path: string): Promise<void> {
  withUrl(await readFile(path, 'application/pdf'), (url) => window.open(url, '_blank', 'noopener'))
}

/** Hands a CSV file of the API to the browser's downloads. @throws HttpError */
export async function saveCsv(path: string, name: string): Promise<void> {
  saveFile(await readFile(path, 'text/csv'), name)
}

/** Hands a zip of the API to the browser's downloads. @throws HttpError */
export async function saveZip(path: string, name: string): Promise<void> {
  saveFile(await readFile(path, 'application/zip', FILE_TIMEOUT_MS), name)
}

/** Hands a file of the API, whatever is in it, to the browser's downloads. @throws HttpError */
export async function saveBytes(path: string, name: string): Promise<void> {
  saveFile(await readFile(path, 'application/octet-stream', FILE_TIMEOUT_MS), name)
}

/** Hands a file to the browser's downloads. */
export const saveFile = (file: Blob, name: string): void =>
  withUrl(file, (url) => {
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
  })
