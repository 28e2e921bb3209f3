/** The process is ended without warning while all kinds of things are written: what was acknowledged is there when it starts again. */
import { setTimeout } from 'node:timers/promises'
import { ask, readJson, type Group, type OwnServer, type Target } from './target.ts'

interface Kind {
  path: string
  body(word: string): object
  by?: 'member'
  /** Where all of them can be read by an administrator, newest first. */
  readAt(acknowledged: Acknowledged): string
}
interface Acknowledged {
  kind: Kind
  word: string
  id: unknown
}

const KINDS: readonly Kind[] = [
  {
    path: '/api/forums',
    body: (word) => ({ title: word, content: 'Words', categoryId: 1 }),
    readAt: ({ id }) => `/api/forums/${String(id)}`,
  },
  {
    path: '/api/forum-replies',
    by: 'member',
    body: (content) => ({ content, forumId: 3 }),
    readAt: () => '/api/forum-replies/3?perPage=100&page=PAGE',
  },
  {
    path: '/api/reviews',
    body: (title) => ({ productId: 3, rating: 4, title, content: 'Words' }),
    readAt: () => '/api/reviews?productId=3&perPage=100&page=PAGE',
  },
  {
    path: '/api/enquiries',
    body: (word) => ({ name: word, email: 'a@example.org', phone: '07700 900123', address: '1 The Street', productId: 3 }),
    readAt: ({ id }) => `/api/enquiries/${String(id)}`,
  },
  {
    path: '/api/newsletter',
    body: (word) => ({ email: `${word}@example.org` }),
    readAt: () => '/api/admin/newsletter?perPage=100&page=PAGE',
  },
]
const ENOUGH = 60
const MAX_PAGES = 20

export const suddenEnd: Group = {
  name: 'A sudden end',
  isHarmless: false,
  async run(target) {
    const { own } = target
    if (!own) throw new Error('It ends the server: it needs one of its own.')
    const acknowledged: Acknowledged[] = []
    const rounds = target.isShort ? 1 : 3
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.length
      const writers = KINDS.map((kind, at) => writeUntilItDies(target, own, kind, `k${round}-${at}`, acknowledged))
      while (acknowledged.length < before + ENOUGH) await setTimeout(2)
      await own.running.kill()
      await Promise.all(writers)
      await own.restart()
    }
    const faults: string[] = []
    const lists = new Map<string, string>()
    for (const one of acknowledged) {
      const path = one.kind.readAt(one)
      const text = lists.get(path) ?? (await readAll(target, own, path))
      if (path.includes('PAGE')) lists.set(path, text)
      if (!text.includes(one.word)) faults.push(`POST ${one.kind.path} was acknowledged and is lost: ${one.word}`)
    }
    const health = await ask(target, '/readyz')
    if (health.status !== 200) faults.push(`GET /readyz after the start: ${health.status}`)
    return [
      {
        name: `kill -9 in mixed writes, ${rounds} ${rounds > 1 ? 'times' : 'time'}`,
        tried: acknowledged.length,
        faults,
        note: 'acknowledged writes, all read again',
      },
    ]
  },
}

async function writeUntilItDies(target: Target, own: OwnServer, kind: Kind, name: string, acknowledged: Acknowledged[]): Promise<void> {
  for (let at = 0; ; at++) {
    const word = `${name}-${at}-`
    const cookie = kind.by ? own.people[kind.by] : ''
    const answer = await ask(target, kind.path, { body: kind.body(word), cookie }).catch(() => undefined)
    if (!answer) return
    if (answer.status < 300) acknowledged.push({ kind, word, id: readJson(answer)['id'] })
    else if (answer.status !== 429) throw new Error(`POST ${kind.path} answers ${answer.status}: ${answer.text}`)
  }
}

async function readAll(target: Target, own: OwnServer, path: string): Promise<string> {
  const cookie = own.people.admin
  if (!path.includes('PAGE')) return (await ask(target, path, { cookie })).text
  let all = ''
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { text } = await ask(target, path.replace('PAGE', String(page)), { cookie })
    if (text === '[]') break
    all += text
  }
  return all
}
