// Loaded ahead of a server: ends it when its standard input closes, which the kernel does when the test process dies.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.stdin.once('close', () => process.kill(process.pid, 'SIGKILL'))
  process.stdin.resume()
  // A pipe that is waited for would keep a server alive that ends by itself.
  if ('unref' in process.stdin) process.stdin.unref()
}
