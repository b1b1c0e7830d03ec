import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @typedef {'chromium' | 'postgresql'} Tool */
/** @typedef {'apt' | 'dnf' | 'brew' | 'winget'} Installer */

/** @type {Record<Tool, Record<Installer, string>>} */
const INSTALL = {
  chromium: {
    apt: 'sudo apt-get install chromium',
    dnf: 'sudo dnf install chromium',
    brew: 'brew install --cask chromium',
    winget: 'winget install Google.Chrome',
  },
  postgresql: {
    apt: 'sudo apt-get install postgresql',
    dnf: 'sudo dnf install postgresql-server postgresql-contrib',
    brew: 'brew install postgresql@17',
    winget: 'winget install PostgreSQL.PostgreSQL.17',
  },
}

/**
 * @param {Tool} tool
 * @param {Installer} [installer] of this system by default
 * @returns {string} one line with the install command
 */
export function howToGet(tool, installer = installerHere()) {
  const elsewhere = tool === 'chromium' ? ', or set CHROMIUM to its program' : ''
  return `${tool === 'chromium' ? 'Chromium' : 'PostgreSQL'} was not found. Get it with: ${INSTALL[tool][installer]}${elsewhere}`
}

/** @returns {Installer} */
function installerHere() {
  if (process.platform === 'darwin') return 'brew'
  if (process.platform === 'win32') return 'winget'
  return onPath('dnf') ? 'dnf' : 'apt'
}

/** @returns {string | null} the executable, from CHROMIUM or the usual locations; the headless shell is preferred */
export function findChromium() {
  const { CHROMIUM, PROGRAMFILES = 'C:\\Program Files' } = process.env
  if (CHROMIUM) return existsSync(CHROMIUM) ? CHROMIUM : null
  const places = [
    ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(onPath),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    join(PROGRAMFILES, 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ]
  return places.find((place) => place !== null && existsSync(place)) ?? null
}

/** @returns {string | null} the folder with initdb and postgres, from PATH or the usual locations, the newest first */
export function findPostgres() {
  const { PROGRAMFILES = 'C:\\Program Files' } = process.env
  const versions = [
    ...below('/usr/lib/postgresql', (version) => join(version, 'bin')),
    ...below('/opt/homebrew/opt', (name) => (name.startsWith('postgresql@') ? join(name, 'bin') : null)),
    ...below('/usr/local/opt', (name) => (name.startsWith('postgresql@') ? join(name, 'bin') : null)),
    ...below(join(PROGRAMFILES, 'PostgreSQL'), (version) => join(version, 'bin')),
  ]
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions]
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => runnable(folder, program))) ?? null
}

/**
 * @param {string} parent
 * @param {(child: string) => string | null} toFolder
 */
function below(parent, toFolder) {
  if (!existsSync(parent)) return []
  const byVersion = new Intl.Collator('en', { numeric: true }).compare
  return readdirSync(parent)
    .sort((a, b) => byVersion(b, a))
    .map(toFolder)
    .filter((folder) => folder !== null)
    .map((folder) => join(parent, folder))
}

/** @param {string} program */
function onPath(program) {
  const folder = (process.env.PATH ?? '').split(delimiter).find((candidate) => runnable(candidate, program))
  return folder === undefined ? null : join(folder, program)
}

/**
 * @param {string} folder
 * @param {string} program
 */
function runnable(folder, program) {
  try {
    accessSync(join(folder, process.platform === 'win32' ? `${program}.exe` : program), constants.X_OK)
    return true
  } catch {
    return false
  }
}
