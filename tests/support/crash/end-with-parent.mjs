// Preloaded into a server: ends it when its standard input closes, which the kernel does when the test process dies.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))
  process.stdin.resume()
  // A referenced pipe would keep a server alive that would otherwise exit.
  if ('unref' in process.stdin) process.stdin.unref()
}
