/** Codes of RFC 6455 and its registry that the server closes with. A client comes back after any but 1000. */
export const POLICY_CLOSE_CODE = 1008
export const FAILURE_CLOSE_CODE = 1011
export const RESTART_CLOSE_CODE = 1012
