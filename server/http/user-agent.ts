import type { FastifyRequest } from 'fastify'

/** Returns the User-Agent of a request, at most 400 characters, for lists of sessions. */
export const userAgentOf = ({ headers }: FastifyRequest): string | null => headers['user-agent']?.slice(0, 400) ?? null
