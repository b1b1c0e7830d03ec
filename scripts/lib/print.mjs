/** @param {string} line */
export const print = (line = '') => process.stdout.write(`${line}\n`)

/** @param {number} ms milliseconds; printed as seconds with one decimal */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
