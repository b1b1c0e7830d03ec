import { z } from 'zod'
import { operation } from '../core/operations'

export const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  root: 'host',
  tag: 'system',
  summary: 'The process runs',
  access: 'public',
  ok: { status: 200, description: 'It does.', schema: z.object({ status: z.literal('ok') }) },
  errors: [],
})

export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  root: 'host',
  tag: 'system',
  summary: 'The process can serve: the database takes writes and has its schema, and the clocks agree',
  access: 'public',
  ok: { status: 200, description: 'It can.', schema: z.object({ status: z.literal('ready') }) },
  errors: ['unavailable'],
})

export const getMetrics = operation({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  root: 'host',
  tag: 'system',
  summary: 'Prometheus metrics; from this machine only',
  access: 'public',
  ok: { status: 200, description: 'Metrics in the text format.', type: 'text/plain' },
  errors: ['forbidden'],
})

export const getOpenApi = operation({
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'system',
  summary: 'This document',
  access: 'public',
  ok: { status: 200, description: 'OpenAPI 3.1.', type: 'application/json' },
  errors: [],
})

export const getPartnerOpenApi = operation({
  id: 'getPartnerOpenApi',
  method: 'GET',
  path: '/openapi/partners.json',
  tag: 'system',
  summary: 'The document of what partners call, by the partner API and by OCTO',
  access: 'public',
  ok: { status: 200, description: 'OpenAPI 3.1.', type: 'application/json' },
  errors: [],
})
