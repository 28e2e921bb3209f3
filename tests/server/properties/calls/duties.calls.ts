/** Sample calls for records of legal duties. */
import type { DutyKey } from '#features/duties/duties.policy.ts'
import { answerAll } from '#features/duties/duty.factory.ts'
import { changeDutyEndpoint, discardDutyEndpoint, signDutyEndpoint, startDutyEndpoint } from '#features/duties/duty.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import type { World } from '../world.ts'

/** Deletes the records of a duty, which exists once per site. */
const removeRecords = (world: World, duty: DutyKey) => world.db.deleteFrom('duty_records').where('duty', '=', duty).execute()

async function createDraft(world: World, duty: DutyKey): Promise<{ duty: DutyKey }> {
  await removeRecords(world, duty)
  const { cookie } = await world.createActor('admin')
  await world.mustSend('POST', `/api/admin/duties/${duty}/draft`, { cookie, body: {} })
  await world.mustSend('PATCH', `/api/admin/duties/${duty}/draft`, { cookie, body: { answers: answerAll(duty) } })
  return { duty }
}

export const dutyCalls: WriteCall[] = [
  writeCall(startDutyEndpoint, 'admin', async (world) => {
    await removeRecords(world, 'contact')
    return { params: { duty: 'contact' as const } }
  }),
  writeCall(changeDutyEndpoint, 'admin', async (world) => ({
    params: await createDraft(world, 'complaints'),
    body: { answers: { terms: 'See the guidelines.' }, reviewMonths: 6 as const },
  })),
  writeCall(discardDutyEndpoint, 'admin', async (world) => ({ params: await createDraft(world, 'retention') })),
  writeCall(signDutyEndpoint, 'admin', async (world) => ({
    params: await createDraft(world, 'processors'),
    body: { name: 'Ada Quill', role: 'Chair' },
  })),
]
