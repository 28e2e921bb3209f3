/** The program that is started: it names the version of Node that is needed before anything is loaded that an older one cannot read. */
const NEEDED_MAJOR = 24
const [major = 0] = process.versions.node.split('.').map(Number)

if (major < NEEDED_MAJOR) {
  console.error(`Net Zero needs Node.js ${NEEDED_MAJOR} or newer; this is ${process.version} (${process.execPath}).`)
  process.exit(1)
}
await import('#app/main.ts')
