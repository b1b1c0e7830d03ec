/** Thrown by a route whose address leads nowhere. */
export class PageNotFound extends Error {
  constructor() {
    super('There is no page at this address')
  }
}
