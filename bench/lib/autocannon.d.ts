/** The part of autocannon that the benchmarks use. */
declare module 'autocannon' {
  export interface Request {
    method?: string
    path: string
    headers?: Record<string, string>
    body?: string | undefined
  }

  export interface Result {
    /** Per second. */
    requests: { average: number; total: number }
    /** Milliseconds. */
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    non2xx: number
    /** Seconds. */
    duration: number
  }

  export default function autocannon(options: {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Called before each request; returns the request with its changes to the defaults. */
    requests: { setupRequest: (defaults: Request) => Request }[]
  }): Promise<Result>
}
