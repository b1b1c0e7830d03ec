import { z } from 'zod'
import { operation } from '../core/operations'

export const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  root: 'host',
  tag: 'system',
  summary: 'Check that the process runs',
  access: 'public',
  ok: { status: 200, description: 'The process runs.', schema: z.object({ status: z.literal('ok') }) },
  errors: [],
})

export const getReadiness = operation({
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  root: 'host',
  tag: 'system',
  summary: 'Check that the process can serve: database is writable, its schema is current, and clocks agree',
  access: 'public',
  ok: { status: 200, description: 'The process can serve requests.', schema: z.object({ status: z.literal('ready') }) },
  errors: ['unavailable'],
})

export const getMetrics = operation({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  root: 'host',
  tag: 'system',
  summary: 'Get Prometheus metrics; from this machine only',
  access: 'public',
  ok: { status: 200, description: 'Metrics in the text format.', type: 'text/plain' },
  errors: ['forbidden'],
})

export const getOpenApi = operation({
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  tag: 'system',
  summary: 'Get the OpenAPI document of all operations',
  access: 'public',
  ok: { status: 200, description: 'OpenAPI 3.1.', type: 'application/json' },
  errors: [],
})

export const getPartnerOpenApi = operation({
  id: 'getPartnerOpenApi',
  method: 'GET',
  path: '/openapi/partners.json',
  tag: 'system',
  summary: 'Get the OpenAPI document of the partner API and OCTO',
  access: 'public',
  ok: { status: 200, description: 'OpenAPI 3.1.', type: 'application/json' },
  errors: [],
})
