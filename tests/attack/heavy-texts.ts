/** Pathological texts must not block the event loop: `/healthz` is polled while they are rendered. */
import { ATTACKS, plainWords } from '#tests/support/attack-corpus.ts'
import { watchHealth } from './health-watch.ts'
import { ask, type Group, type Row, type Target } from './target.ts'

/** Maximum slowdown compared with ordinary text of the same length; relative, as the machine may be slow. */
const MAX_RATIO = 10
const NOISE_MS = 60
const TRIES = 3
const limitOf = (plainMs: number): number => MAX_RATIO * Math.max(NOISE_MS, plainMs)
const DAILY = ['"!["', '"^[a"', '"> "', '"a@a.aa "', '"["', 'a wide table of short rows', 'headings of one name']

type Text = (length: number) => string
interface Place {
  name: string
  post(target: Target, text: Text): Promise<number>
}

const adminCookie = ({ own }: Target) => own?.people.admin ?? ''
const PLACES: readonly Place[] = [
  {
    name: 'topics of guests',
    post: async (target, text) =>
      (await ask(target, '/api/forums', { body: { title: 'A heavy one', content: `a ${text(19_000)} a`.slice(0, 19_900), categoryId: 1 } }))
        .status,
  },
  {
    name: 'reviews of guests',
    post: async (target, text) =>
      (await ask(target, '/api/reviews', { body: { productId: 2, rating: 3, title: 'Heavy', content: `a ${text(3900)} a` } })).status,
  },
  {
    name: 'previews of articles',
    post: async (target, text) =>
      (await ask(target, '/api/articles/preview', { cookie: adminCookie(target), body: { content: text(199_000) } })).status,
  },
]

export const heavyTexts: Group = {
  name: 'Heavy texts',
  isHarmless: false,
  async run(target) {
    const attacks = [...ATTACKS].filter(([name]) => !target.isShort || DAILY.includes(name))
    const rows: Row[] = []
    for (const place of PLACES) rows.push(await measurePlace(target, place, attacks))
    return rows
  },
}

async function measurePlace(target: Target, place: Place, attacks: readonly (readonly [string, Text])[]): Promise<Row> {
  const watch = watchHealth(target.url)
  const problems: string[] = []
  let slowestMs = 0
  let slowestPlainMs = 0
  const measure = async (text: Text): Promise<number> => {
    await watch.look()
    const status = await place.post(target, text)
    const { slowestMs: waitedMs, wrong } = await watch.look()
    if (![200, 201, 400, 413, 422].includes(status)) problems.push(`${place.name}: ${status}`)
    if (wrong.length > 0) problems.push(`${place.name}: /healthz answered ${wrong[0]}`)
    return waitedMs
  }
  for (const [name, text] of attacks) {
    let [ms, plainMs] = [Infinity, 0]
    // Other load only adds time, so the minimum of several tries counts.
    for (let tried = 0; tried < TRIES && ms > limitOf(plainMs); tried++) {
      plainMs = Math.max(plainMs, await measure(plainWords))
      ms = Math.min(ms, await measure(text))
    }
    slowestMs = Math.max(slowestMs, ms)
    slowestPlainMs = Math.max(slowestPlainMs, plainMs)
    if (ms > limitOf(plainMs)) problems.push(`${place.name}: ${name} delayed /healthz by ${ms} ms, ordinary text by ${plainMs} ms.`)
  }
  await watch.stop()
  return {
    name: place.name,
    tried: attacks.length,
    problems,
    note: `/healthz waited at most ${slowestMs} ms, ${slowestPlainMs} ms with ordinary text`,
  }
}
