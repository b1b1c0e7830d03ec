import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { findCircle } from './scripts/lib/chunk-circle.mjs'
import { signinWords } from './scripts/lib/signin-words.mjs'
import { withoutDefaults } from './scripts/lib/unused-defaults.mjs'

const API = process.env['WAYLINE_API'] ?? 'http://127.0.0.1:8081'
const LANGUAGE_FILE = /^\/([a-z]{2})\/translation\.json(?:\?.*)?$/

/** Serves the dictionaries of `locales/` at /locales and puts them, without their white space, into the build. */
function locales(): Plugin {
  const read = (language: string) => readFileSync(join('locales', language, 'translation.json'), 'utf8')
  return {
    name: 'wayline-locales',
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const language = LANGUAGE_FILE.exec(request.url ?? '')?.[1]
        if (!language) return next()
        response.setHeader('Content-Type', 'application/json; charset=utf-8').end(read(language))
      })
    },
    generateBundle() {
      for (const language of readdirSync('locales'))
        if (statSync(join('locales', language)).isDirectory())
          this.emitFile({
            type: 'asset',
            fileName: `locales/${language}/translation.json`,
            source: JSON.stringify(JSON.parse(read(language))),
          })
    },
  }
}

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.json', '.svg', '.txt', '.xml'])
/** Below this a compressed copy saves no packet. */
const COMPRESS_FROM_BYTES = 1024

/** Puts a `.br` and a `.gz` beside every text file of the build, so that the server compresses nothing at run time. */
function precompressed(): Plugin {
  return {
    name: 'wayline-precompressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const entry of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const file = join(dir, entry)
        if (!COMPRESSIBLE.has(extname(file)) || statSync(file).size < COMPRESS_FROM_BYTES) continue
        const bytes = readFileSync(file)
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

/** Fails a build whose files import one another in a circle, which the joining of small pieces can bring about. */
function withoutCircles(): Plugin {
  return {
    name: 'wayline-without-circles',
    generateBundle(_, bundle) {
      const circle = findCircle(
        new Map(
          Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports]] : [])),
        ),
      )
      if (circle) this.error(`These files of the build import one another: ${circle.join(', ')}. Join less.`)
    },
  }
}

/** What the frame of the console shares with few others stays in one piece up to this many source bytes. */
const FRAME_PIECE_BYTES = 24_000
/** What lists share with few others stays in one piece up to this many source bytes. */
const LIST_PIECE_BYTES = 60_000

const toApi = { target: API, changeOrigin: false }

export default defineConfig({
  plugins: [react(), locales(), withoutDefaults(), signinWords(), withoutCircles(), precompressed()],
  resolve: {
    dedupe: [
      'react',
      'react-dom',
      'i18next',
      'react-i18next',
      '@mui/material',
      '@tanstack/react-query',
      'react-router',
      'react-hook-form',
      'stylis',
    ],
  },
  server: {
    port: Number(process.env['WAYLINE_CONSOLE_PORT'] ?? 5173),
    proxy: {
      '/api': toApi,
      '/csrf': toApi,
      '/octo': toApi,
      '/pay': toApi,
      '/fake-provider': toApi,
      '/ws': { ...toApi, ws: true },
    },
  },
  // Found once at the start: a library that turns up later would reload the page under the developer's hands.
  optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}'] },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // What a date is typed with is fetched ahead when the browser is idle: a list of what it needs would only weigh.
    modulePreload: { resolveDependencies: (file, needed) => (file.includes('TypedDate') ? [] : needed) },
    // What a visit loads is held by .size-limit.mjs, compressed and page by page; this one would count neither.
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      output: {
        // The bundler would list every screen that shares a file in its name.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
        // Few files: each costs a visitor a request, and small ones compress badly.
        codeSplitting: {
          groups: [
            { name: 'front', tags: ['$initial'], priority: 2 },
            { name: 'base', test: /[\\/]src[\\/]boot[\\/]App\.tsx$/, priority: 1 },
            {
              name: 'frame',
              test: /[\\/]src[\\/]layout[\\/]StaffConsole\.tsx$/,
              entriesAware: true,
              entriesAwareMergeThreshold: FRAME_PIECE_BYTES,
              priority: 1,
            },
            {
              // Apart from what other screens share: joined with that, a list would fetch their code too.
              name: 'list',
              test: /[\\/]src[\\/]kit[\\/]List\.tsx$/,
              entriesAware: true,
              entriesAwareMergeThreshold: LIST_PIECE_BYTES,
              priority: 1,
            },
            // Each piece by itself: joined with others, it would bring along what those need, schemas for one.
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
})
