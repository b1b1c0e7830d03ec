/** Kind of caller: a user of the company, a member of the partner, an API key of the partner, or without a sign-in. */
export type Caller = 'staff' | 'portal' | 'reseller' | 'anonymous'

export interface Call {
  method: string
  url: string
  caller: Caller
  /** Index of the account of the caller in the company. */
  account: number
  headers: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
}

/** Makes a preparatory call. @returns the text of its response. @throws Error with the response when it is refused */
export type Ask = (call: Call) => Promise<string>

/** Numbers of a call, which are the same in every run, so that each call reaches the same records. */
export interface Turn {
  /** Different in each call, for unique values. */
  serial: number
  /** Index of the account that makes the call. */
  account: number
  /** Index among the calls that use up an account, a departure or a partner. */
  own: number
}
