/** Loaded into a test's server (`NODE_OPTIONS=--import …`): on SIGUSR2 it runs the garbage collector and prints the memory usage. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
process.on('SIGUSR2', () => {
  if (typeof collect === 'function') for (let round = 0; round < 3; round += 1) collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(`memory ${JSON.stringify({ heapUsed, external, rss })}`)
})
