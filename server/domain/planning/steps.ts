/** A calculation that yields after each of its steps, so that its caller can do other work between them. */
export type Steps<T> = Generator<void, T, void>
