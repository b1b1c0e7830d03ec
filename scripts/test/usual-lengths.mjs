/**
 * Usual length of each stage in seconds, on two otherwise idle cores.
 * @type {Readonly<Record<string, number>>}
 */
export const USUAL_S = {
  format: 5,
  types: 160,
  lint: 130,
  boundaries: 30,
  unused: 30,
  build: 15,
  unit: 280,
  component: 200,
  'api-pglite': 800,
  'api-postgres': 800,
  faults: 180,
  size: 5,
  bench: 170,
  browser: 890,
  readme: 40,
}
