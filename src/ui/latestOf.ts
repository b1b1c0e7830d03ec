/**
 * Returns the record of a list with the id of an opened one: the opened one until the list has another. A dialog that was
 * refused because of another user's change then sends the version after that change.
 */
export const latestOf = <T extends { id: string }>(list: readonly T[] | undefined, opened: T): T =>
  list?.find(({ id }) => id === opened.id) ?? opened
