import type { FastifyRequest } from 'fastify'

/** The origin of the links that a caller is given. @param publicUrl the address that people open; null takes the one that they called */
export const originOf = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`
