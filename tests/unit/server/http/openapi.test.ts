import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { isPartnerAccess } from '../../../../contract/core/operations'
import { ENTITIES } from '../../../../contract/entities'
import { TAGS } from '../../../../contract/tags'
import { openApiDocument, partnerDocument } from '../../../../server/http/openapi/document'

type Json = Record<string, unknown>

/** Accepted: the WebSocket has no 2xx answer, and some paths below partner credentials resemble each other. */
const KNOWN_WARNINGS = new Set(['operation-2xx-response', 'no-ambiguous-paths'])

const ABOUT = { version: '1.0.0', publicUrl: 'https://console.example' }
const DOCUMENTS = { whole: await openApiDocument(ABOUT), partners: await partnerDocument(ABOUT) } as const
const NAMES = ['whole', 'partners'] as const
const textOf = (name: keyof typeof DOCUMENTS) => JSON.stringify(DOCUMENTS[name])

describe.each(NAMES)('the document: %s', (name) => {
  it('is valid OpenAPI 3.1 for redocly, by its recommended rules as well', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: textOf(name), config })
    expect(
      problems
        .filter(({ severity, ruleId }) => severity === 'error' || !KNOWN_WARNINGS.has(ruleId))
        .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${String(location[0]?.pointer)}`),
    ).toEqual([])
  })

  it('gives openapi-typescript types that compile under strict', async () => {
    const types = astToString(await openapiTS(textOf(name)))
    const files = new Map([
      ['/api.ts', types],
      ['/use.ts', USE[name]],
    ])
    expect(faultsOf(files)).toEqual([])
    expect(
      faultsOf(new Map([...files, ['/use.ts', USE[name].replace(/'200'|number/, "'299'")]])).length,
    ).toBeGreaterThan(0)
  })
})

const USE: Record<keyof typeof DOCUMENTS, string> = {
  whole: `import type { components, operations } from './api'
export const code = (station: components['schemas']['Station']): string => station.code
export const list = (rows: operations['listStations']['responses']['200']['content']['application/json']) => rows.map(code)
export const body: components['schemas']['StationCreate']['kind'] = 'airport'
`,
  partners: `import type { components, webhooks } from './api'
export const gross = (trip: components['schemas']['PartnerTrip']): number => trip.gross_minor
export const grossOfTrip = (message: webhooks['trip.held']['post']['requestBody']['content']['application/json']) => gross(message.data.trip)
`,
}

/** First words of summaries. A new one is added here only if it is a verb in the imperative. */
const VERBS = new Set(
  (
    'Accept Advance Apply Approve Assign Block Calculate Cancel Change Check Choose Close Complete Confirm Count Create ' +
    'Decline Delete Download Erase Exchange Export Extend Find Generate Get Hand Hide Hold Import Interrupt Invite Join ' +
    'Leave List Mark Merge Move Open Preview Print Read Receive Record Redirect Refresh Refund Reinstate Release Remove ' +
    'Replace Replay Resend Restart Resume Reverse Revert Revise Revoke Rotate Scan Schedule Send Set Show Sign Start ' +
    'Suggest Take Turn Unblock Undo Update Upload Write'
  ).split(' '),
)

/** Returns the compiler errors of some files under strict rules. */
function faultsOf(files: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name)
    return text === undefined ? getSourceFile(name, version, ...rest) : ts.createSourceFile(name, text, version, true)
  }
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the documents', () => {
  it.each(NAMES)('begin each summary with a verb: %s', (name) => {
    type Summaries = Record<string, Record<string, { summary?: string }>>
    const { paths, webhooks } = JSON.parse(textOf(name)) as { paths: Summaries; webhooks?: Summaries }
    const all = [paths, webhooks ?? {}].flatMap((group) => Object.values(group).flatMap((item) => Object.values(item)))
    expect(all.length).toBeGreaterThan(0)
    expect(all.map(({ summary = '' }) => summary).filter((text) => !VERBS.has(/^\w*/.exec(text)?.[0] ?? ''))).toEqual(
      [],
    )
  })

  it('describe each tag, and contain for partners exactly their operations', () => {
    const tags = new Set(ALL_OPERATIONS.map(({ tag }) => tag).filter((tag) => !(tag in ENTITIES)))
    expect([...tags].filter((tag) => TAGS[tag] === undefined)).toEqual([])
    expect(Object.keys(TAGS).filter((name) => !ALL_OPERATIONS.some(({ tag }) => tag === name))).toEqual([])
    const { paths } = JSON.parse(textOf('partners')) as { paths: Record<string, Json> }
    const actual = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map((described) => (described as { operationId: string }).operationId),
    )
    const theirs = ALL_OPERATIONS.filter(
      ({ access, path }) => isPartnerAccess(access) || path.startsWith('/partner/auth/'),
    ).map(({ id }) => id)
    expect(actual.sort()).toEqual(theirs.sort())
  })
})
