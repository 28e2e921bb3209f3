/** Who has no business there, at every call that is not for everybody. */
import { fillPath, listCalls, type ApiCall } from './api-calls.ts'
import { ask, type Answer, type Group, type Row, type Target } from './target.ts'

const REFUSED = [401, 403, 404]
const NOBODY: Record<string, string> = {
  nobody: '',
  'a forged flag': 'isAdmin=true; admin=1; role=admin',
  'a made-up session': `session=${'A'.repeat(43)}`,
  'an empty session': 'session=',
  'a session that reaches for prototypes': 'session=__proto__; session=constructor',
}

export const strangers: Group = {
  name: 'Closed calls',
  // A server that lets a stranger in would do what it is asked for: elsewhere only what reads is called.
  isHarmless: true,
  async run(target) {
    const closed = (await listCalls(target)).filter(({ access, method }) => access !== 'public' && (target.own ?? method === 'GET'))
    const ofAdmins = closed.filter(({ access }) => access === 'admin')
    const rows = await Promise.all(Object.entries(NOBODY).map(([who, cookie]) => knockAt(target, closed, who, cookie)))
    if (target.own) rows.push(await knockAt(target, ofAdmins, 'a member', target.own.people.member))
    if (closed.length < MIN_CLOSED) rows.push({ name: 'the list of calls', tried: 1, faults: [`Only ${closed.length} calls are closed.`] })
    return rows
  },
}
/** Fewer, and what tells them apart has been misread. */
const MIN_CLOSED = 20

async function knockAt(target: Target, calls: readonly ApiCall[], who: string, cookie: string): Promise<Row> {
  const faults: string[] = []
  for (const { method, path, takesFile } of calls) {
    const url = fillPath(path, '1')
    const answer: Answer = await ask(target, url, {
      method,
      cookie,
      body: method === 'GET' ? undefined : takesFile ? new Uint8Array(8) : {},
      ...(takesFile ? { headers: { 'content-type': 'image/png' } } : {}),
    })
    if (!REFUSED.includes(answer.status)) faults.push(`${method} ${url} as ${who} (cookie: ${cookie.slice(0, 20)}): ${answer.status}`)
  }
  return { name: who, tried: calls.length, faults }
}
