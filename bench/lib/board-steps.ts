import type { Page } from '@playwright/test'
import { framesOf, type Frames } from './frames'
import { ADMIN } from './product'

const BAR = '.lanes [data-job]'

/** Movements on the board, as functions of the frame number that are injected into the page. */
const MOTIONS = `
  const area = document.querySelector('[role=grid]')
  window.scrollBoard = (frame) => {
    const way = frame % 160 < 80 ? 1 : -1
    area.scrollTop += way * 24
    area.scrollLeft += way * 16
  }
  window.dragJob = (frame) => {
    const { left, top, width, height } = area.getBoundingClientRect()
    const at = { clientX: left + width * (0.3 + 0.4 * Math.abs(Math.sin(frame / 40))),
      clientY: top + height * (0.4 + 0.4 * Math.abs(Math.sin(frame / 25))), pointerId: 1, pointerType: 'mouse', bubbles: true }
    window.dispatchEvent(new PointerEvent('pointermove', at))
  }
  window.takeJob = () => {
    const bar = document.querySelector('${BAR}')
    const { left, top } = bar.getBoundingClientRect()
    const at = { clientX: left + 3, clientY: top + 3, pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true }
    bar.dispatchEvent(new PointerEvent('pointerdown', at))
  }`

/** The limit: a page with a scrollable box and no other content. */
const BARE = `<style>body{margin:0}div{height:800px;overflow:auto}p{margin:0;width:4000px;height:9000px;
  background:repeating-linear-gradient(#fff 0 35px,#ddd 35px 36px)}</style><div role=grid><p></p></div>`

export type Figures = Record<string, number>

const figuresOf = (name: string, { late, lost, workMs }: Frames): Figures => ({
  [`${name}: frames over 16.7 ms, %`]: late,
  [`${name}: frames over 33 ms, %`]: lost,
  [`${name}: main thread a frame, ms`]: workMs,
})

export async function bareSteps(page: Page, workMs: () => Promise<number>, frames: number): Promise<Figures> {
  await page.setContent(BARE)
  await page.evaluate(MOTIONS)
  const scrolling = await framesOf(page, workMs, { step: 'scrollBoard', frames })
  return figuresOf('scrolling', scrolling)
}

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.fill('input[name=username]', ADMIN.username)
  await page.fill('input[name=password]', ADMIN.password)
  await page.click('button[type=submit]')
  await page.waitForSelector(BAR)
}

/** Reloads the board, scrolls it, and drags a job over it. */
export async function boardSteps(page: Page, workMs: () => Promise<number>, frames: number): Promise<Figures> {
  await page.reload({ waitUntil: 'commit' })
  const shown = await page.waitForFunction((bar) => document.querySelector(bar) && performance.now(), BAR, {
    polling: 'raf',
  })
  const figures: Figures = { 'first jobs in sight, ms': Number(await shown.jsonValue()) }
  await page.waitForLoadState('networkidle')
  await page.evaluate(MOTIONS)
  Object.assign(figures, figuresOf('scrolling', await framesOf(page, workMs, { step: 'scrollBoard', frames })))
  await page.evaluate('window.takeJob()')
  Object.assign(figures, figuresOf('dragging', await framesOf(page, workMs, { step: 'dragJob', frames })))
  await page.keyboard.press('Escape')
  return figures
}
