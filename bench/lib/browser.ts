import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { findChromium, howToGet } from '../../scripts/lib/tools.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @throws with install instructions when Chromium is missing */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(howToGet('chromium'))
  return chromium.launch({ executablePath, args: FLAGS })
}

export interface Conditions {
  name: string
  /** Factor by which the processor is slowed down. */
  slowdown: number
  /** Unthrottled if absent. */
  network?: { megabits: number; latencyMs: number }
}

/** A page in a separate browser profile with an empty cache, and what it has loaded. */
export interface Visit {
  page: Page
  loaded: Loaded
  /** Time that the main thread has worked so far, in milliseconds. */
  workMs: () => Promise<number>
  /** Sum of the layout shifts so far. */
  shift: () => Promise<number>
  close: () => Promise<void>
}

export interface Loaded {
  requests: number
  /** Transferred bytes, compressed. */
  scriptBytes: number
  bytes: number
}

const BITS = 8
const LANGUAGE_KEY = 'i18nextLng'

export async function visit(browser: Browser, { slowdown, network }: Conditions): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (network) {
    const throughput = (network.megabits * 1_000_000) / BITS
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
  }
  await page.addInitScript((key) => {
    window.localStorage.setItem(key, 'en')
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  }, LANGUAGE_KEY)
  return {
    page,
    loaded: countLoads(session),
    workMs: async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
    },
    shift: () => page.evaluate(() => (window as unknown as { shift: number }).shift),
    close: () => context.close(),
  }
}

function countLoads(session: CDPSession): Loaded {
  const loaded: Loaded = { requests: 0, scriptBytes: 0, bytes: 0 }
  const scripts = new Set<string>()
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) loaded.requests += 1
  })
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    loaded.bytes += encodedDataLength
    if (scripts.has(requestId)) loaded.scriptBytes += encodedDataLength
  })
  return loaded
}
