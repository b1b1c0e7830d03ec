import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { CONSOLE_VERSION_HEADER, CONSOLE_VERSION_META } from '../../contract/core/console-version'
import { noncedPage } from './content-security'
import { pathOf, refusalWithoutRoute } from './methods'
import { send } from './problem'

const YEAR_S = 31_536_000
/** Paths that are not pages of the console: API calls, folders of files, and files other than pages. */
const NO_PAGE = /^\/(api|octo|ws|assets|locales|\.well-known)(\/|$)|\.(?!html$)[a-z\d]+$/i

/**
 * Returns whether an address is a file of the console. These do not count towards rate limits: a first visit reads some
 * eighty of them, and a whole office may share one address.
 */
export const isConsoleFile = (url: string): boolean => /^\/(assets|locales)\//.test(url)

/**
 * Serves the built console: hashed files with a cache time of a year, and the page for all other paths.
 * Unknown paths of files and under /api, /octo or /ws are answered with a problem, never with the page.
 * @param tileOrigin the one other origin that the page may show images from; null for none
 */
export async function serveConsole(app: FastifyInstance, folder: string, tileOrigin: string | null): Promise<void> {
  const shell = readShell(folder)
  if (shell !== null)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      index: false,
      globIgnore: ['**/index.html*'],
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/')
        reply.header('cache-control', forever ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      },
    })
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGE.test(pathOf(request))
    if (shell !== null && isPage) {
      const { html, policy } = noncedPage(shell, tileOrigin)
      return reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(html)
    }
    return send(request, reply, refusalWithoutRoute(request, reply))
  })
}

/** Returns the console's page with the name of its build; null if the console is not built. */
function readShell(folder: string): string | null {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return null
  const html = readFileSync(file, 'utf8')
  return html.replace('<head>', `<head><meta name="${CONSOLE_VERSION_META}" content="${versionOf(html)}">`)
}

/** The page names every file that it loads, so each build has a different page. */
const versionOf = (html: string): string => createHash('sha256').update(html).digest('hex').slice(0, 16)

/** Sends the console's build in every answer except its own files, so that an open page detects a newer one. */
export function nameConsoleVersion(app: FastifyInstance, folder: string): void {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) return
  const version = versionOf(readFileSync(file, 'utf8'))
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/assets/')) reply.header(CONSOLE_VERSION_HEADER, version)
  })
}
