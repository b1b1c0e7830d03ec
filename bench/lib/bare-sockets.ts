// A bare `ws` server: answers every message with the text of the last broadcast, and broadcasts what is posted.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
let last = '{}'
sockets.on('connection', (socket) => socket.on('message', () => socket.send(last)))

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  request.on('end', () => {
    if (request.method === 'POST') {
      last = text
      for (const socket of sockets.clients) socket.send(text)
    }
    response.end('ready')
  })
})
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client)),
)
server.listen(Number(process.env.PORT), '127.0.0.1')
