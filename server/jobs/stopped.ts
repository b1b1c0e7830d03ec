/** Thrown into work that a person has stopped; it leaves nothing behind. */
export class Stopped extends Error {}
