/** Reads outputs as a visitor, as an unrelated member and as an administrator. */
import { features } from '#app/features.ts'
import { jobHandlers } from '#app/registry.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { collectSources, indexChanges } from '#features/search/indexing/search-index.service.ts'
import type { World } from '#tests/server/properties/world.ts'
import { MAIN_HOST } from '#tests/support/test-installation.ts'
import type { Scenario } from './scenario.ts'
import { getOverHttp } from './get-over-http.ts'
import { listApiUrls, listFileUrls, listPageUrls, listPictureUrls, type OutputUrl } from './output-urls.ts'
import { isShown, type Phase } from './things.ts'

export interface Output extends OutputUrl {
  as: 'visitor' | 'member' | 'administrator'
  reply: Awaited<ReturnType<typeof getOverHttp>>
  /** Headers and body. */
  text: string
}

export async function readOutput(
  scenario: Scenario,
  output: OutputUrl,
  as: Output['as'],
  more: Record<string, string> = {},
): Promise<Output> {
  const cookie = { visitor: '', member: scenario.outsider.cookie, administrator: scenario.admin.cookie }[as]
  const { installation } = scenario.world
  const headers = { host: MAIN_HOST, ...installation.newCaller(), ...(cookie ? { cookie } : {}), ...more }
  const reply = await getOverHttp(installation.port, output.url, headers)
  if (reply.status >= 500) throw new Error(`${output.url}: ${reply.status} ${reply.text.slice(0, 500)}`)
  const { date: _date, 'x-request-id': _id, ...shown } = reply.headers
  return { ...output, as, reply, text: `${JSON.stringify(shown)}\n${reply.text}` }
}

/**
 * Reads all outputs in a fixed order. Files and pictures, which are the same for all viewers, are read only as a visitor.
 * @param maxUrls maximum number of URLs per output
 * @param maxMemberUrls maximum number of URLs per output that are read as a member
 */
export async function readAll(scenario: Scenario, phase: Phase, { maxUrls = Infinity, maxMemberUrls = Infinity } = {}): Promise<Output[]> {
  const [calls, pages] = [listApiUrls(scenario), listPageUrls(scenario)]
  const open = [...calls.filter(({ endpoint }) => endpoint?.access === 'public'), ...pages]
  const urls = [...open, ...listFileUrls(scenario), ...listNeededPictures(scenario, phase)]
  const outputs: Output[] = []
  for (const url of takeOfEach(urls, maxUrls)) outputs.push(await readOutput(scenario, url, 'visitor'))
  for (const url of takeOfEach([...calls, ...pages], maxMemberUrls)) outputs.push(await readOutput(scenario, url, 'member'))
  return outputs
}

/** Reads the URLs of non-public things as an administrator, whose responses must not be cached for others. */
export async function readAsAdministrator(scenario: Scenario, phase: Phase): Promise<Output[]> {
  const outputs: Output[] = []
  for (const url of [...listApiUrls(scenario), ...listPageUrls(scenario)])
    if (url.thing && !isShown(url.thing, phase)) outputs.push(await readOutput(scenario, url, 'administrator'))
  return outputs
}

const takeOfEach = (urls: readonly OutputUrl[], max: number): OutputUrl[] =>
  [...Map.groupBy(urls, ({ name }) => name).values()].flatMap((ofOne) => ofOne.slice(0, max))

/** Lists the pictures to read. Open Graph images are slow to render, so one public image suffices as a positive control. */
function listNeededPictures(scenario: Scenario, phase: Phase): OutputUrl[] {
  const all = listPictureUrls(scenario)
  const first = all.find(({ name, thing }) => name === 'share card' && thing && isShown(thing, phase))
  return all.filter((one) => one === first || one.name !== 'share card' || (one.thing && !isShown(one.thing, phase)))
}

/** Jobs that are not run, because they send data to other servers. */
const SENDS = /^(mail|webhooks|newsletter|uploads|accounts)\./

/** Runs background jobs: updates the search index, and creates notices and their mails. */
export async function runBackgroundWork({ world }: Scenario): Promise<void> {
  await indexChanges(
    world.ctx,
    collectSources(() => features),
  )
  const handlers = jobHandlers.filter(({ kind }) => !SENDS.test(kind.name))
  // The jobs run several times, because notices queue mails.
  for (let round = 0; round < 3; round++) {
    await world.db.updateTable('queued_jobs').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('due_at', 'is not', null).execute()
    world.invalidate(...(await runDueJobs(world.ctx, handlers)))
  }
  world.invalidate('search_documents', 'search_words', 'search_state')
}

/** Invalidates everything, so that all outputs are rendered from the database. */
export async function emptyCaches(world: World): Promise<void> {
  const tables = (await world.db.introspection.getTables()).map(({ name }) => name)
  world.invalidate(...tables)
}
