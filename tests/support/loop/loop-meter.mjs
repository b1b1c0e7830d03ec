// Preloaded into a server: measures the processor time of its main thread between two turns of its event loop.
import { openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const SAMPLE_EVERY_MS = 1
const DOCUMENT_BYTES = 1024 * 1024
const WARM_UP_ROUNDS = 20
const ROUNDS = 15
/** The kernel updates the time of a running thread only every few milliseconds. */
const PARSES_PER_ROUND = 10

if (isMainThread && process.send) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const text = Buffer.alloc(128)
  /** Returns the processor time of the main thread in nanoseconds. */
  const usedNs = () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ', 1)[0])

  let last = 0
  let longest = 0
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const sample = () => {
    const now = usedNs()
    longest = Math.max(longest, now - last)
    last = now
  }

  /** Returns the median processor time of `JSON.parse` of a document of 1 MiB that resembles a list of records. */
  const measureUnit = () => {
    /** @type {object[]} */
    const records = []
    for (let seq = 0, bytes = 2; bytes < DOCUMENT_BYTES; seq += 1) {
      const record = {
        id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
        version: 1 + (seq % 9),
        name: { en: `Station ${seq}`, ae: 'مطار لارنكا' },
        departs_at: '2030-05-20T08:30:00.000Z',
        amount_minor: 1250 * seq,
        seats: [1 + (seq % 50), 2],
        is_open: seq % 2 === 0,
        notes: null,
      }
      records.push(record)
      bytes += Buffer.byteLength(JSON.stringify(record)) + 1
    }
    const json = JSON.stringify(records)
    const parse = (/** @type {number} */ times) => {
      for (let left = times; left > 0; left -= 1) JSON.parse(json)
    }
    parse(WARM_UP_ROUNDS)
    const rounds = Array.from({ length: ROUNDS }, () => {
      const before = usedNs()
      parse(PARSES_PER_ROUND)
      return (usedNs() - before) / PARSES_PER_ROUND
    })
    return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]
  }

  process.on('message', (order) => {
    if (order === 'unit') process.send?.({ ns: measureUnit() })
    if (order === 'begin') {
      clearInterval(timer)
      longest = 0
      last = usedNs()
      timer = setInterval(sample, SAMPLE_EVERY_MS)
      process.send?.({ ns: 0 })
    }
    if (order === 'end') {
      sample()
      clearInterval(timer)
      process.send?.({ ns: longest })
    }
  })
  // Lets the server exit although its test still listens.
  process.channel?.unref()
}
