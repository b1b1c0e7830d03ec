import { once } from 'node:events'
import { WebSocket } from 'ws'
import { freePort } from '../../scripts/lib/free-port.mjs'

export interface Heap {
  /** Node.js option that enables the inspector. */
  nodeOption: string
  /** Returns the used memory after a garbage collection, heap and external, in kB. */
  usedKb: () => Promise<number>
}

interface Reply {
  id: number
  result: { result?: { value?: unknown } }
}

/** Measures the memory of a Node.js process that is started later. */
export async function watchHeap(): Promise<Heap> {
  const address = `127.0.0.1:${await freePort()}`
  return {
    nodeOption: `--inspect=${address}`,
    usedKb: async () => {
      const [target] = (await (await fetch(`http://${address}/json`)).json()) as { webSocketDebuggerUrl: string }[]
      const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
      await once(socket, 'open')
      try {
        await ask(socket, 1, 'HeapProfiler.collectGarbage')
        const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
        const { result } = await ask(socket, 2, 'Runtime.evaluate', { expression })
        return Number(result.result?.value) / 1_024
      } finally {
        socket.terminate()
      }
    },
  }
}

function ask(socket: WebSocket, id: number, method: string, params = {}): Promise<Reply> {
  return new Promise((resolve) => {
    const listen = (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as Reply
      if (reply.id !== id) return
      socket.off('message', listen)
      resolve(reply)
    }
    socket.on('message', listen)
    socket.send(JSON.stringify({ id, method, params }))
  })
}
