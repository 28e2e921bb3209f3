/** Path traversal out of the served folders. */
import { sendRaw } from '#tests/support/attacks/send-raw.ts'
import type { Group } from './target.ts'

const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '.%2e/',
  '%252e%252e%252f',
  '..%5c',
  '..\\',
  '....//',
  '..;/',
  '..%c0%af',
  '..%ef%bc%8f',
  '%00../',
  './/../',
]
const FROM = ['/', '/uploads/', '/art/', '/art/drawn/', '/share/article/', '/share/topic/', '/assets/', '/api/uploads/', '/articles/']
const TO = [
  'etc/passwd',
  'proc/self/environ',
  'main.sqlite',
  'sites/main.sqlite',
  'secret.key',
  'package.json',
  'src/app/main.ts',
  '.git/HEAD',
]
/** Matches the content of these files. */
const CONTENT = /root:[x*]:0|SQLite format 3|DATABASE_URL=|ADMIN_PASSWORD|"lightningcss"|"dependencies"\s*:|^import .* from '#|ref: refs\//m
/** Suffixes that imitate an image. */
const SUFFIXES = ['', '%00.png', '.png', '?.png', '#.png']

export const traversal: Group = {
  name: 'Path traversal',
  isHarmless: true,
  async run({ url, isShort }) {
    const host = new URL(url).host
    const problems: string[] = []
    let tried = 0
    const paths = FROM.flatMap((from) => UP.flatMap((up) => TO.flatMap((to) => [1, 6].map((times) => `${from}${up.repeat(times)}${to}`))))
    // The step is coprime to the lists' lengths, so that the sample covers every kind.
    for (let index = 0; index < paths.length; index += isShort ? 11 : 1) {
      const path = `${paths[index]}${SUFFIXES[index % SUFFIXES.length]}`
      const { status, text } = await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      tried += 1
      if (CONTENT.test(text) || ![400, 403, 404, 308].includes(status)) problems.push(`GET ${path}: ${status}`)
    }
    return [{ name: 'out of uploads, drawings, previews and files', tried, problems }]
  },
}
