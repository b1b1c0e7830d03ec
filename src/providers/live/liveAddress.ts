/** Where the live connection is. @param host of the API, `http://…` or `https://…` without a slash at the end */
export const liveAddress = (host: string, token: string): string =>
  `${host.replace(/^http/, 'ws')}/ws/notifications/?token=${encodeURIComponent(token)}`
