/** Thrown into work that a person has stopped; it leaves nothing behind. */
export class Stopped extends Error {}

/** Thrown into work whose process is about to end; it leaves nothing behind, and begins anew wherever it is taken up. */
export class Interrupted extends Error {
  constructor() {
    super('The process is about to end.')
  }
}
