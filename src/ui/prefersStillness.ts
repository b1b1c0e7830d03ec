/** Whether the system requests reduced motion. */
export const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
