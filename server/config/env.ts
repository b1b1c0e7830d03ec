import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../contract/core/limits/passwords'
import { IpRange } from '../../contract/entities/parts'
import { Password } from '../../contract/entities/user'
import type { MailerSettings } from '../adapters/mailer'
import { NAMED_RANGES } from '../adapters/ip-ranges'
import { fileTrouble } from '../adapters/whole-file'
import { problemOfUrl } from '../db/database-url'
import { findWeakness } from '../domain/sign-in/weak-password'
import { checkInput } from '../http/check-input'

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

/** Widest range that one network may have; a wider one would trust strangers. */
const WIDEST_BITS = { 4: 8, 6: 7 } as const

function readProxies(text: string, context: z.RefinementCtx): string[] {
  if (text === '0' || text === 'false') return []
  const proxies = list.parse(text)
  if (proxies.length > 0 && proxies.every(isOneNetwork)) return proxies
  context.addIssue({
    code: 'custom',
    message:
      'Name the addresses that the proxy calls from, TRUST_PROXY=127.0.0.1,10.0.0.0/8 or TRUST_PROXY=loopback. With anything wider, a bare 1 as well, callers would choose their own address.',
  })
  return z.NEVER
}

function isOneNetwork(range: string): boolean {
  if (Object.hasOwn(NAMED_RANGES, range)) return true
  if (!IpRange.safeParse(range).success) return false
  const [address = '', bits] = range.split('/')
  return bits === undefined || Number(bits) >= WIDEST_BITS[isIP(address) === 6 ? 6 : 4]
}

/** The host has no placeholder, because it becomes an allowed source of images. */
const TILE_URL = /^https:\/\/[a-z0-9.-]+(:\d+)?\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})\S+$/

/** All environment variables of the server. */
const Environment = z.object({
  /** TCP port of everything: console, API, documentation, WebSocket. */
  PORT: z.coerce.number('PORT must be a port number.').int().min(0).max(65_535).default(8080),
  /** Address to listen on; loopback unless set, so that nothing is reachable from outside by accident. */
  HOST: z.string().default('127.0.0.1'),
  /**
   * PostgreSQL 15 or newer, `postgres://user:password@host:5432/wayline`; of several, as in `host:5432,other:5432`, the
   * first that accepts writes. Absent: the embedded database.
   */
  DATABASE_URL: z
    .string()
    .superRefine((url, context) => {
      const problem = problemOfUrl(url)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
    .optional(),
  /** Most connections that one process opens to PostgreSQL for calls and jobs; one more listens, one checks its health. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** Seconds that a start waits for a PostgreSQL that accepts writes. */
  DATABASE_WAIT_S: z.coerce.number().int().min(0).max(3_600).default(60),
  /** Folder of the embedded database, the secrets and the first password. */
  WAYLINE_DATA_DIR: z.string().optional(),
  /** Folder of the backups; in the data folder by default. Several machines of one installation share it. */
  BACKUP_DIR: z.string().optional(),
  /** `strict`: a commit is on disk before it is answered. `relaxed`: survives a crash of the process, not of the power. */
  DB_DURABILITY: z.enum(['strict', 'relaxed']).default('strict'),
  /** Limit of a query of the embedded database in milliseconds, so that one query cannot block all others. */
  DB_QUERY_LIMIT_MS: z.coerce.number().int().min(100).default(5_000),
  /** Origin of the console and of links in mails, `https://backoffice.example.com`; required in production. */
  PUBLIC_URL: z.url('PUBLIC_URL must be an origin such as https://backoffice.example.com.').optional(),
  /** Other origins with consoles that may call the API, separated by commas. */
  ALLOWED_ORIGINS: list.default([]),
  /**
   * Addresses and ranges that proxies in front call from, `127.0.0.1,10.0.0.0/8`; only their X-Forwarded-For, -Proto and
   * -Host are trusted. `0` without a proxy.
   */
  TRUST_PROXY: z.string().default('0').transform(readProxies),
  /** Mail server, `smtp://user:password@mail.example.com:587` or `smtps://…:465`; absent: mail is stored and not sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, message: 'SMTP_URL must look like smtp://user:password@host:587.' })
    .optional(),
  /**
   * `0` also sends mail, with the password of SMTP_URL, over `smtp:` to a server that offers no STARTTLS. By default,
   * encryption is required, except on loopback.
   */
  SMTP_REQUIRE_TLS: flag.optional(),
  /** Sender address of mail; required with SMTP_URL. */
  MAIL_FROM: z.email('MAIL_FROM must be an email address.').optional(),
  /**
   * Map tiles below the network, `https://tiles.example.com/{z}/{x}/{y}.png`; absent: the map is drawn from the stations
   * alone, and no request leaves the installation.
   */
  MAP_TILE_URL: z
    .string()
    .regex(TILE_URL, 'MAP_TILE_URL must look like https://tiles.example.com/{z}/{x}/{y}.png.')
    .optional(),
  /** Attribution of the map tiles, as their provider requires it; required with MAP_TILE_URL. */
  MAP_ATTRIBUTION: z.string().trim().min(1).max(200).optional(),
  /** Contact for vulnerability reports, `mailto:…` or a page; absent: there is no /.well-known/security.txt. */
  SECURITY_CONTACT: z
    .url({
      protocol: /^(mailto|https)$/,
      message: 'SECURITY_CONTACT must look like mailto:security@example.com or https://example.com/security.',
    })
    .optional(),
  /** Email of the first administrator. */
  ADMIN_EMAIL: z.email('ADMIN_EMAIL must be an email address.').default('admin@localhost.localdomain'),
  /** File with the first administrator's password; absent: one is generated and printed once. */
  ADMIN_PASSWORD_FILE: z.string().optional(),
  /** File with the signing keys; absent: generated in the data folder at the first start. */
  SECRETS_FILE: z.string().optional(),
  /** Delay of the event loop in milliseconds at which calls are refused with 503 until it has caught up; 0 for never. */
  OVERLOAD_DELAY_MS: z.coerce.number().int().min(0).default(2_000),
  /** Limit of a call in milliseconds, answered 503; the consoles and partners hang up after ten seconds. 0 for no limit. */
  CALL_LIMIT_MS: z.coerce.number().int().min(0).default(9_000),
  /** Requests per minute that one address may send; 0 for no limit (benchmarks). */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(1_200),
  /**
   * Connections that one network (IPv4 /24, IPv6 /64) may have open without a sign-in on them. Those of the proxies in
   * TRUST_PROXY do not count. 0 for no limit.
   */
  CONNECTIONS_PER_NETWORK: z.coerce.number().int().min(0).default(100),
  /**
   * Requests of one network (IPv4 /24, IPv6 /64) without a sign-in that may wait for the rest of their body for more than a
   * second. 0 for no limit.
   */
  UNFINISHED_REQUESTS_PER_NETWORK: z.coerce.number().int().min(0).default(20),
  /** `1` also allows webhooks to this machine over plain http, to try out a receiver. Refused in production. */
  WEBHOOK_LOOPBACK: flag.default(false),
  /** `1` accepts payments by links through a simulated provider, to try them out. Refused in production. */
  FAKE_PAYMENTS: flag.default(false),
  /** Secret key of Stripe, `sk_…`: payments by links go through it. Requires STRIPE_WEBHOOK_SECRET. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'STRIPE_SECRET_KEY must look like sk_live_….')
    .optional(),
  /** Key that Stripe signs its events with, `whsec_…`; it sends them to /api/payments/events/stripe. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'STRIPE_WEBHOOK_SECRET must look like whsec_….')
    .optional(),
  /** Lowest level that is logged; on a terminal only warnings and errors by default, so that people can read it. */
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default(process.stdout.isTTY ? 'warn' : 'info'),
  NODE_ENV: z.string().optional(),
})

export interface Config {
  port: number
  host: string
  databaseUrl: string | null
  databasePool: number
  databaseWaitMs: number
  dataDir: string
  backupDir: string
  durability: 'strict' | 'relaxed'
  queryLimitMs: number
  publicUrl: string | null
  allowedOrigins: string[]
  /** Proxies with trusted X-Forwarded headers: addresses, ranges, names of ranges; empty for none. */
  trustProxy: readonly string[]
  /** Outgoing mail; null stores it instead. The demo's people are invented, so its mail stays on this machine. */
  smtp: MailerSettings | null
  /** Background tiles of maps; null draws none. */
  mapTiles: { url: string; attribution: string } | null
  securityContact: string | null
  adminEmail: string
  adminPassword: string | null
  secretsFile: string | null
  overloadDelayMs: number
  /** 0 for no limit. */
  callLimitMs: number
  rateLimitPerMinute: number
  /** 0 for no limit. */
  connectionsPerNetwork: number
  /** 0 for no limit. */
  unfinishedPerNetwork: number
  /** Allowed targets of webhooks; the demo sends them to this machine only. */
  webhookTargets: 'public' | 'loopback' | 'any'
  /** Provider of payments by links; null for none. The demo simulates it. */
  payments: 'fake' | { stripeKey: string; webhookSecret: string } | null
  logLevel: string
  production: boolean
  demo: boolean
}

/** Reads the configuration. @throws ConfigError naming every wrong variable and the remedy. */
export function readConfig(env: NodeJS.ProcessEnv, args: { demo: boolean }): Config {
  const { data: vars, issues } = checkInput(Environment, env)
  if (issues !== undefined) throw new ConfigError(issues.map(({ path, message }) => `${path}: ${String(message)}`))
  if (vars.SMTP_URL && !vars.MAIL_FROM)
    throw new ConfigError(['MAIL_FROM: SMTP_URL needs the address that mail comes from. Set MAIL_FROM.'])
  if (vars.MAP_TILE_URL && !vars.MAP_ATTRIBUTION)
    throw new ConfigError(['MAP_ATTRIBUTION: MAP_TILE_URL needs the attribution of its map. Set MAP_ATTRIBUTION.'])
  const dataDir = resolve(vars.WAYLINE_DATA_DIR ?? (args.demo ? '.wayline/demo' : '.wayline/live'))
  const config: Config = {
    port: vars.PORT,
    host: vars.HOST,
    databaseUrl: vars.DATABASE_URL ?? null,
    databasePool: vars.DATABASE_POOL,
    databaseWaitMs: vars.DATABASE_WAIT_S * 1_000,
    dataDir,
    backupDir: resolve(vars.BACKUP_DIR ?? join(dataDir, 'backups')),
    durability: vars.DB_DURABILITY,
    queryLimitMs: vars.DB_QUERY_LIMIT_MS,
    publicUrl: vars.PUBLIC_URL ?? null,
    allowedOrigins: vars.ALLOWED_ORIGINS,
    trustProxy: vars.TRUST_PROXY,
    smtp: readMail(vars, args),
    mapTiles:
      vars.MAP_TILE_URL && vars.MAP_ATTRIBUTION ? { url: vars.MAP_TILE_URL, attribution: vars.MAP_ATTRIBUTION } : null,
    securityContact: vars.SECURITY_CONTACT ?? null,
    adminEmail: vars.ADMIN_EMAIL,
    adminPassword: vars.ADMIN_PASSWORD_FILE ? readPassword(vars.ADMIN_PASSWORD_FILE, vars.ADMIN_EMAIL) : null,
    secretsFile: vars.SECRETS_FILE ?? null,
    overloadDelayMs: vars.OVERLOAD_DELAY_MS,
    callLimitMs: vars.CALL_LIMIT_MS,
    rateLimitPerMinute: vars.RATE_LIMIT_PER_MINUTE,
    connectionsPerNetwork: vars.CONNECTIONS_PER_NETWORK,
    unfinishedPerNetwork: vars.UNFINISHED_REQUESTS_PER_NETWORK,
    webhookTargets: args.demo ? 'loopback' : vars.WEBHOOK_LOOPBACK ? 'any' : 'public',
    payments: readPayments(vars, args),
    logLevel: vars.LOG_LEVEL,
    production: vars.NODE_ENV === 'production',
    demo: args.demo,
  }
  const refusals = unsafe(config)
  if (refusals.length > 0) throw new ConfigError(refusals)
  return config
}

/** @throws ConfigError */
function readPassword(file: string, email: string): string {
  const password = readText(file).trim()
  const isShort = !Password.safeParse(password).success
  if (isShort || findWeakness(password, ['admin', email]) !== null)
    throw new ConfigError([
      `ADMIN_PASSWORD_FILE: the password in ${file} is ${isShort ? `not ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters long` : 'soon guessed'}. Choose another, such as four words of your own.`,
    ])
  return password
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`ADMIN_PASSWORD_FILE: ${fileTrouble(error, file)?.message ?? String(error)}`])
  }
}

function readMail(vars: z.output<typeof Environment>, args: { demo: boolean }): Config['smtp'] {
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_REQUIRE_TLS: isRequired } = vars
  if (!url || !from) return null
  const isOwn = isLoopback(new URL(url).hostname)
  if (args.demo && !isOwn) return null
  return { url, from, requireTls: isRequired ?? !isOwn }
}

/** @throws ConfigError */
function readPayments(vars: z.output<typeof Environment>, args: { demo: boolean }): Config['payments'] {
  const { FAKE_PAYMENTS: isFake, STRIPE_SECRET_KEY: stripeKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = vars
  if (args.demo) return 'fake'
  if (isFake && stripeKey)
    throw new ConfigError([
      'FAKE_PAYMENTS: payments go through Stripe already. Unset FAKE_PAYMENTS or STRIPE_SECRET_KEY.',
    ])
  if (isFake) return 'fake'
  if (!stripeKey && !webhookSecret) return null
  if (!webhookSecret)
    throw new ConfigError(['STRIPE_WEBHOOK_SECRET: events of Stripe cannot be verified without it. Set it.'])
  if (!stripeKey) throw new ConfigError(['STRIPE_SECRET_KEY: STRIPE_WEBHOOK_SECRET has no effect without it. Set it.'])
  return { stripeKey, webhookSecret }
}

/** Whether a name or an address leads to this machine only. */
export const isLoopback = (host: string) =>
  /^(.+\.)?localhost$/.test(host) || ['::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'))

/** Returns settings that would put people's data at risk; the server refuses to start with them. */
function unsafe(config: Config): string[] {
  const refusals: string[] = []
  if (config.demo && !isLoopback(config.host))
    refusals.push(
      'HOST: the demo has public passwords and listens on loopback only. Unset HOST, or start without --demo.',
    )
  if (config.demo && config.production)
    refusals.push('NODE_ENV: the demo does not run in production. Start without --demo.')
  if (config.demo && config.databaseUrl)
    refusals.push(
      'DATABASE_URL: the demo keeps its own embedded database. Unset DATABASE_URL, or start without --demo.',
    )
  if (config.allowedOrigins.includes('*'))
    refusals.push('ALLOWED_ORIGINS: "*" would let every site call the API. Name the origins.')
  if (config.production && config.publicUrl === null)
    refusals.push(
      'PUBLIC_URL: the links in mails lead there. Set the origin that people open, PUBLIC_URL=https://backoffice.example.com.',
    )
  if (
    config.production &&
    config.publicUrl?.startsWith('http:') &&
    config.trustProxy.length === 0 &&
    !isLoopback(new URL(config.publicUrl).hostname)
  )
    refusals.push(
      'PUBLIC_URL: production needs https. Put a proxy with TLS in front and name its address in TRUST_PROXY.',
    )
  if (config.production && config.webhookTargets !== 'public')
    refusals.push('WEBHOOK_LOOPBACK: in production webhooks go to public addresses only. Unset it.')
  if (config.production && config.payments === 'fake')
    refusals.push(
      'FAKE_PAYMENTS: the simulated provider accepts no money and does not run in production. Unset it, or set STRIPE_SECRET_KEY.',
    )
  if (
    config.production &&
    config.payments !== null &&
    config.payments !== 'fake' &&
    /^.k_test_/.test(config.payments.stripeKey)
  )
    refusals.push(
      'STRIPE_SECRET_KEY: this key takes no money: cards that Stripe publishes for tests would count as paid. Set one that begins with sk_live_ or rk_live_, or unset NODE_ENV.',
    )
  if (config.adminPassword !== null && config.adminPassword.length < 12)
    refusals.push('ADMIN_PASSWORD_FILE: the password needs at least 12 characters.')
  return refusals
}

/** Returns the setting that prevents listening; null for an error that no setting causes. */
export function listenTrouble(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): ConfigError | null {
  switch ((error as { code?: unknown } | null)?.code) {
    case 'EADDRINUSE':
      return new ConfigError([
        `PORT: another process uses ${host}:${port} already. Stop that process, or set another PORT.`,
      ])
    case 'EACCES':
      return new ConfigError([`PORT: the user that Wayline runs as may not listen on ${port}. Set another PORT.`])
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError([`HOST: ${host} is not an address of this machine. Set one that is, such as 127.0.0.1.`])
    default:
      return null
  }
}

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration does not work:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}
