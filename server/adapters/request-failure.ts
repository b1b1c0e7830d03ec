const UNREACHED = 'The receiver could not be reached.'

/** Reasons for errors with a message of little use to the owner of the receiver, by code or message. */
const REASONS: Readonly<Record<string, string>> = {
  'bad upgrade': 'The receiver switched to another protocol. It must answer in HTTP/1.1.',
  'bad response': 'The receiver sent 100 Continue, which the request does not ask for.',
  'other side closed': 'The receiver closed the connection before the end of its answer.',
  ECONNRESET: 'The receiver closed the connection before the end of its answer.',
  ERR_ASSERTION: 'The answer does not match HTTP/1.1.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long.',
}

/** Returns why a request failed, in one sentence for the owner of the receiver. */
export function describeRequestFailure(error: unknown): string {
  if (!(error instanceof Error)) return UNREACHED
  const { code = '', reason } = error as Error & { code?: string; reason?: unknown }
  // OpenSSL puts addresses and source files into `message`, and plain words into `reason`.
  if (typeof reason === 'string' && code.startsWith('ERR_SSL_')) return `The TLS handshake failed: ${reason}.`
  return REASONS[error.message] ?? REASONS[code] ?? (error.message || UNREACHED)
}
