/** Serves as a baseline: a node:http server that sends the same bytes for every request, with optional extra headers. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file = '', type = 'text/html; charset=utf-8', headers = '{}'] = process.argv.slice(2)
const body = readFileSync(file)
const responseHeaders = { 'content-type': type, 'content-length': body.length, ...(JSON.parse(headers) as Record<string, string>) }
const server = createServer((_request, response) => {
  response.writeHead(200, responseHeaders)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`running on http://127.0.0.1:${(server.address() as { port: number }).port}`))
