// Preloaded into a server: shifts its clock by CLOCK_SHIFT_MS.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
const rightNow = Date.now
const wrongNow = () => rightNow() + shiftMs

globalThis.Date = new Proxy(Date, {
  construct: (target, given) => (given.length === 0 ? new target(wrongNow()) : Reflect.construct(target, given)),
  get: (target, name) => (name === 'now' ? wrongNow : /** @type {unknown} */ (Reflect.get(target, name))),
})
