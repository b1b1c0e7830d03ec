/** Thrown into work that a person has stopped; it leaves nothing behind. */
export class Stopped extends Error {}

/** Thrown into work whose process ends because of an error that nothing caught: the work may be what caused it. */
export class Crashed extends Error {
  constructor(cause: unknown) {
    super('The process ends because of an unexpected error.', { cause })
  }
}

/** Thrown into work whose process is about to end; it leaves nothing behind, and begins anew wherever it is taken up. */
export class Interrupted extends Error {
  constructor() {
    super('The process is about to end.')
  }
}
