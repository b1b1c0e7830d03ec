import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

const style = document.createElement('style')
const root = document.documentElement
beforeAll(() => {
  style.textContent = readFileSync('src/boot/boot.css', 'utf8')
  document.head.append(style)
})
afterEach(() => {
  document.body.innerHTML = ''
  root.lang = 'en'
  root.dir = 'ltr'
})
afterAll(() => style.remove())

it.each([
  ['en', 'rtl', 'plaintext', 'right'],
  ['de', 'rtl', 'plaintext', 'right'],
  ['ar', 'ltr', 'plaintext', 'left'],
  ['en', 'ltr', '', ''],
  ['ar', 'rtl', '', ''],
])('text of %s laid out %s has its own direction: %s, aligned %s', (lang, dir, bidi, side) => {
  root.lang = lang
  root.dir = dir
  document.body.innerHTML = '<table><tr><td>3 / 50</td><td dir="ltr">4392 KMJ</td></tr></table><input>'
  const [load, plate] = document.querySelectorAll('td')
  if (!load || !plate) throw new Error('No cells')
  const looks = (element: Element) => window.getComputedStyle(element)
  expect(looks(load).unicodeBidi).toBe(bidi)
  expect(looks(plate).unicodeBidi).toBe('')
  expect(looks(document.body).textAlign).toBe(side)
})
