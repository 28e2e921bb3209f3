/** Entry point of `npm start`. Checks the Node.js version before it loads syntax that an older version cannot parse. */
import module from 'node:module'

const MIN_MAJOR = 24
const [major = 0] = process.versions.node.split('.').map(Number)

if (major < MIN_MAJOR) {
  console.error(`Net Zero needs Node.js ${MIN_MAJOR} or newer; this is ${process.version} (${process.execPath}).`)
  process.exit(1)
}
// The next start reads compiled code from this cache: the folder NODE_COMPILE_CACHE, or one in the system's temporary folder.
module.enableCompileCache()
await import('#app/main.ts')
