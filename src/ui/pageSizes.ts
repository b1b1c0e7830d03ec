/** Choices of rows per page. */
export const PAGE_SIZES = [10, 25, 50, 100]
