/** Crash safety: kills the process during mixed writes; every acknowledged write must exist after the restart. */
import { setTimeout } from 'node:timers/promises'
import { ask, readJson, type Group, type OwnServer, type Target } from './target.ts'

interface Kind {
  path: string
  body(word: string): object
  by?: 'member'
  /** Path where an administrator can read it back; PAGE is the page number. */
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
const MIN_WRITES = 60
const MAX_PAGES = 20

export const suddenEnd: Group = {
  name: 'Crash safety',
  isHarmless: false,
  async run(target) {
    const { own } = target
    if (!own) throw new Error('It kills the server, so it needs its own.')
    const acknowledged: Acknowledged[] = []
    const rounds = target.isShort ? 1 : 3
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.length
      const writers = KINDS.map((kind, index) => writeUntilKilled(target, own, kind, `k${round}-${index}`, acknowledged))
      while (acknowledged.length < before + MIN_WRITES) await setTimeout(2)
      await own.running.kill()
      await Promise.all(writers)
      await own.restart()
    }
    const problems: string[] = []
    const lists = new Map<string, string>()
    for (const one of acknowledged) {
      const path = one.kind.readAt(one)
      const text = lists.get(path) ?? (await readAll(target, own, path))
      if (path.includes('PAGE')) lists.set(path, text)
      if (!text.includes(one.word)) problems.push(`POST ${one.kind.path} was acknowledged, but is lost: ${one.word}`)
    }
    const health = await ask(target, '/readyz')
    if (health.status !== 200) problems.push(`GET /readyz after the start: ${health.status}`)
    return [
      {
        name: `kill -9 during mixed writes, ${rounds} ${rounds > 1 ? 'times' : 'time'}`,
        tried: acknowledged.length,
        problems,
        note: 'acknowledged writes, all read back',
      },
    ]
  },
}

async function writeUntilKilled(target: Target, own: OwnServer, kind: Kind, name: string, acknowledged: Acknowledged[]): Promise<void> {
  for (let n = 0; ; n++) {
    const word = `${name}-${n}-`
    const cookie = kind.by ? own.people[kind.by] : ''
    const response = await ask(target, kind.path, { body: kind.body(word), cookie }).catch(() => undefined)
    if (!response) return
    if (response.status < 300) acknowledged.push({ kind, word, id: readJson(response)['id'] })
    else if (response.status !== 429) throw new Error(`POST ${kind.path} answers ${response.status}: ${response.text}`)
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
