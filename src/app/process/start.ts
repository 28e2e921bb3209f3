/** The program that `npm start` runs. It names the version of Node.js that is needed before it loads anything that an older one cannot read. */
import module from 'node:module'

const NEEDED_MAJOR = 24
const [major = 0] = process.versions.node.split('.').map(Number)

if (major < NEEDED_MAJOR) {
  console.error(`Net Zero needs Node.js ${NEEDED_MAJOR} or newer; this is ${process.version} (${process.execPath}).`)
  process.exit(1)
}
// Compiled code is read from a cache at the next start. Its folder is NODE_COMPILE_CACHE or lies in the system's temporary folder.
module.enableCompileCache()
await import('#app/main.ts')
