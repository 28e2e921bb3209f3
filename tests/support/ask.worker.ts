/** Sends one request from a worker thread, for tests whose main thread is blocked. */
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface WorkerResponse {
  status: number
  text: string
  headers: Record<string, string>
}

const { url, accept } = workerData as { url: string; accept: string }
request(url, { headers: { accept } }, (response) => {
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => (text += part))
  response.on('end', () => parentPort?.postMessage({ status: response.statusCode, text, headers: response.headers }))
}).end()
