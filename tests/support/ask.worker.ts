/** Asks once from a thread of its own, for a test whose own thread is held. */
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface AskedAnswer {
  status: number
  text: string
  headers: Record<string, string>
}

const { url, accept } = workerData as { url: string; accept: string }
request(url, { headers: { accept } }, (answer) => {
  let text = ''
  answer.setEncoding('utf8').on('data', (part: string) => (text += part))
  answer.on('end', () => parentPort?.postMessage({ status: answer.statusCode, text, headers: answer.headers }))
}).end()
