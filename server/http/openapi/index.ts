import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { getOpenApi, getPartnerOpenApi } from '../../../contract/operations/system'
import { DOCS_POLICY } from '../content-security'
import { serve } from '../serve'
import { openApiDocument, partnerDocument, type About } from './document'

/** The OpenAPI documents of the whole contract and of what partners call, and the page to read the whole and try the calls. */
export async function documentApi(app: FastifyInstance, about: About): Promise<void> {
  const document = openApiDocument(about)
  const forPartners = partnerDocument(about)
  serve(app, getOpenApi, async () => document)
  serve(app, getPartnerOpenApi, async () => forPartners)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    uiConfig: { docExpansion: 'none', deepLinking: true, tagsSorter: 'alpha' },
    theme: { title: 'Wayline API' },
  })
}
