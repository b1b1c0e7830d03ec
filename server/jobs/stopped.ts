/** Aborts work that a user has stopped; the work leaves nothing behind. */
export class Stopped extends Error {}

/** Aborts work when an uncaught error ends its process: the work may have caused the error. */
export class Crashed extends Error {
  constructor(cause: unknown) {
    super('The process ends because of an unexpected error.', { cause })
  }
}

/** Aborts work when its process is about to end; the work leaves nothing behind and later starts from scratch. */
export class Interrupted extends Error {
  constructor() {
    super('The process is about to end.')
  }
}
