import { pino, type Logger } from 'pino'

/** Creates a logger of JSON lines in UTC without credentials: no tokens, no passwords, no query strings. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'authorization',
        'token',
        'access',
        'refresh',
        'password',
        'secret',
        'cookie',
        '*.authorization',
        '*.token',
        '*.password',
        '*.secret',
        '*.cookie',
        'headers["set-cookie"]',
      ],
      censor: '[redacted]',
    },
    serializers: { err: pino.stdSerializers.err },
  })
}
