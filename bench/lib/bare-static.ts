// Serves the folder FOLDER on PORT as the product serves its console: precompressed, hashed names cached for a year.
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'

const app = fastify()
await app.register(fastifyStatic, {
  root: process.env.FOLDER ?? '',
  preCompressed: true,
  wildcard: false,
  index: false,
  setHeaders: (reply, path) => {
    reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  },
})
app.get('/readyz', () => 'ready')
app.setNotFoundHandler((_, reply) => reply.sendFile('index.html'))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
