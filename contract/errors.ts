/**
 * The closed catalogue of what can go wrong. `retry` tells a caller what to do:
 * `never` = the same request will fail again; `later` = unchanged, after a while; `after-change` = once something is mended.
 */
export const ERRORS = {
  malformed: { status: 400, title: 'The request could not be read', retry: 'never' },
  not_authenticated: { status: 401, title: 'Sign in first', retry: 'after-change' },
  token_invalid: { status: 401, title: 'The token is not valid', retry: 'after-change' },
  token_expired: { status: 401, title: 'The token has expired', retry: 'after-change' },
  credentials_wrong: { status: 401, title: 'The name or the password is wrong', retry: 'after-change' },
  forbidden: { status: 403, title: 'Your role may not do this', retry: 'never' },
  password_change_required: { status: 403, title: 'Choose a new password first', retry: 'after-change' },
  origin_not_allowed: { status: 403, title: 'This site may not call the API', retry: 'never' },
  not_found: { status: 404, title: 'There is no such thing here', retry: 'never' },
  method_not_allowed: { status: 405, title: 'This address does not take this method', retry: 'never' },
  already_exists: { status: 409, title: 'Another record has this value already', retry: 'after-change' },
  still_referenced: { status: 409, title: 'Other records still need this one', retry: 'after-change' },
  invalid_state: { status: 409, title: 'The record is not in a state that allows this', retry: 'after-change' },
  resource_conflict: { status: 409, title: 'The vehicle or person is busy then', retry: 'after-change' },
  sold_out: { status: 409, title: 'Not enough seats are left', retry: 'after-change' },
  price_changed: { status: 409, title: 'The price has changed', retry: 'after-change' },
  hold_expired: { status: 409, title: 'The hold has run out', retry: 'after-change' },
  last_admin: { status: 409, title: 'One active administrator must remain', retry: 'after-change' },
  version_mismatch: { status: 412, title: 'Somebody changed this record meanwhile', retry: 'after-change' },
  body_too_large: { status: 413, title: 'The request is too large', retry: 'never' },
  unsupported_media_type: { status: 415, title: 'The request must be JSON', retry: 'never' },
  validation: { status: 422, title: 'Some fields need attention', retry: 'after-change' },
  no_fare: { status: 422, title: 'There is no fare for this', retry: 'after-change' },
  selling_price_below_net: { status: 422, title: 'The price is below the net rate', retry: 'after-change' },
  feed_invalid: { status: 422, title: 'The feed cannot be imported as it is', retry: 'after-change' },
  precondition_required: { status: 428, title: 'Say which version you mean', retry: 'after-change' },
  too_many_requests: { status: 429, title: 'Too many requests', retry: 'later' },
  internal_error: { status: 500, title: 'Something went wrong on our side', retry: 'later' },
  unavailable: { status: 503, title: 'Not available just now', retry: 'later' },
} as const satisfies Record<string, { status: number; title: string; retry: 'never' | 'later' | 'after-change' }>

export type ErrorCode = keyof typeof ERRORS
