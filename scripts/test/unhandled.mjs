/**
 * @param {string} report of vitest's json reporter
 * @returns {string} the file next to it with the errors outside any test; missing if there were none
 */
export const unhandledFile = (report) => report.replace(/\.json$/, '.unhandled.json')
