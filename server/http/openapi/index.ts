import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { getOpenApi, getPartnerOpenApi } from '../../../contract/operations/system'
import { sentence } from '../../../contract/core/sentence'
import { DOCS_POLICY } from '../content-security'
import { Refusal } from '../refusal'
import { serve } from '../serve'
import { openApiDocument, partnerDocument, type About } from './document'
import { packedDocument } from './packed'

/** Serves the OpenAPI documents of all operations and of the partner API, and a page to read and try all operations. */
export async function documentApi(app: FastifyInstance, about: About): Promise<void> {
  const write = packedDocument(() => openApiDocument(about))
  const writeForPartners = packedDocument(() => partnerDocument(about))
  serve(app, getOpenApi, ({ request, reply }) => write(request, reply))
  serve(app, getPartnerOpenApi, ({ request, reply }) => writeForPartners(request, reply))
  // The page loads the document from this server.
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    uiHooks: {
      // The plugin would serialize the document for each caller.
      preHandler: (request, reply, next) => {
        const path = request.url.split('?')[0]
        if (path === '/api/docs/json') write(request, reply).then((document) => reply.send(document), next)
        else if (path === '/api/docs/yaml')
          next(new Refusal('not_found', sentence`The description is JSON. Get it at /api/openapi.json.`))
        else next()
      },
    },
    uiConfig: { docExpansion: 'none', deepLinking: true, tagsSorter: 'alpha' },
    theme: { title: 'Wayline API' },
  })
}
