import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import type { Json } from '../support/api'
import { line } from '../support/e2e/line'
import { expect, test } from '../support/e2e/test'

const idOf = (record: Json) => String(record['id'])

/** Gives the page a camera that shows a QR code on white. */
async function showToCamera(page: Page, payload: string): Promise<void> {
  const { size, data } = QRCode.create(payload).modules
  await page.addInitScript(
    ({ modules, side }) => {
      const canvas = document.createElement('canvas')
      const [pixels, margin] = [6, 60]
      canvas.width = canvas.height = side * pixels + 2 * margin
      const drawing = canvas.getContext('2d')
      const draw = () => {
        if (!drawing) return
        drawing.fillStyle = '#fff'
        drawing.fillRect(0, 0, canvas.width, canvas.height)
        drawing.fillStyle = '#000'
        modules.forEach((isDark, index) => {
          if (isDark)
            drawing.fillRect(
              margin + (index % side) * pixels,
              margin + Math.floor(index / side) * pixels,
              pixels,
              pixels,
            )
        })
        // A captured canvas has a picture only while it is drawn.
        requestAnimationFrame(draw)
      }
      navigator.mediaDevices.getUserMedia = async () => {
        draw()
        return canvas.captureStream()
      }
    },
    { modules: [...data].map(Boolean), side: size },
  )
}

test('the camera checks in the passenger of a ticket, without a decoder of the browser', async ({ office, api }) => {
  const { departure, party } = await line(api)
  const journey = await departure(3)
  const booking = await party(journey, 'Ana Ruiz', 1)
  const [ticket] = (await api.get(`/reservations/${idOf(booking)}/tickets`)).rows
  await showToCamera(office, String(ticket?.['payload']))
  await office.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
  await office.setViewportSize({ width: 390, height: 844 })
  await office.goto(`/journeys/${idOf(journey)}/show?view=check-in`)
  await office.getByRole('button', { name: 'Scan' }).click()
  await expect(office.getByRole('status').filter({ hasText: 'Ana Ruiz' })).toBeVisible()
  await expect(office.getByText('1 of 1 aboard')).toBeVisible()
  await office.getByRole('button', { name: 'Stop scanning' }).click()
  await expect(office.getByLabel('Camera')).toHaveCount(0)
})

test('a camera that is refused is replaced by typing, with a sentence', async ({ office, api }) => {
  const { departure } = await line(api)
  await office.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }
  })
  await office.goto(`/journeys/${idOf(await departure(3))}/show?view=check-in`)
  await office.getByRole('button', { name: 'Scan' }).click()
  await expect(office.getByText('The camera can’t be used.')).toBeVisible()
})
