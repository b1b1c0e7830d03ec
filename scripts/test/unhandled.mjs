/**
 * @param {string} report of vitest's json reporter
 * @returns {string} the file beside it with the errors outside of any test; missing where there were none
 */
export const unhandledFile = (report) => report.replace(/\.json$/, '.unhandled.json')
