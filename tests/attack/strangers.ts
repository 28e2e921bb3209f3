/** Broken access control: calls every non-public endpoint without the required rights. */
import { fillPath, listCalls, type ApiCall } from './api-calls.ts'
import { ask, type TargetResponse, type Group, type Row, type Target } from './target.ts'

const REFUSED = [401, 403, 404]
const UNAUTHENTICATED: Record<string, string> = {
  'a visitor': '',
  'a forged flag': 'isAdmin=true; admin=1; role=admin',
  'a made-up session': `session=${'A'.repeat(43)}`,
  'an empty session': 'session=',
  'a session that reaches for prototypes': 'session=__proto__; session=constructor',
}

export const strangers: Group = {
  name: 'Access control',
  // On a foreign server only reads are called, as a vulnerable server would execute writes.
  isHarmless: true,
  async run(target) {
    const restricted = (await listCalls(target)).filter(({ access, method }) => access !== 'public' && (target.own ?? method === 'GET'))
    const ofAdmins = restricted.filter(({ access }) => access === 'admin')
    const rows = await Promise.all(Object.entries(UNAUTHENTICATED).map(([who, cookie]) => callAll(target, restricted, who, cookie)))
    if (target.own) rows.push(await callAll(target, ofAdmins, 'a member', target.own.people.member))
    if (restricted.length < MIN_RESTRICTED)
      rows.push({ name: 'the list of endpoints', tried: 1, problems: [`Only ${restricted.length} endpoints are restricted.`] })
    return rows
  },
}
/** Fewer mean that the OpenAPI document was misread. */
const MIN_RESTRICTED = 20

async function callAll(target: Target, calls: readonly ApiCall[], who: string, cookie: string): Promise<Row> {
  const problems: string[] = []
  for (const { method, path, takesFile } of calls) {
    const url = fillPath(path, '1')
    const response: TargetResponse = await ask(target, url, {
      method,
      cookie,
      body: method === 'GET' ? undefined : takesFile ? new Uint8Array(8) : {},
      ...(takesFile ? { headers: { 'content-type': 'image/png' } } : {}),
    })
    if (!REFUSED.includes(response.status)) problems.push(`${method} ${url} as ${who} (cookie: ${cookie.slice(0, 20)}): ${response.status}`)
  }
  return { name: who, tried: calls.length, problems }
}
