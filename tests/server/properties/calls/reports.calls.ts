/** Sample calls for reports, decisions and appeals. */
import { decideAppealEndpoint, fileAppealEndpoint } from '#features/reports/appeals/appeal.contract.ts'
import { claimReportEndpoint, decideReportEndpoint } from '#features/reports/decisions/decision.contract.ts'
import { fileReportEndpoint } from '#features/reports/report.contract.ts'
import { toPostPictureId } from '#features/writing/pictures/post-picture-id.policy.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import type { World } from '../world.ts'
import { createReply, createTopic } from './community.calls.ts'

/** Creates a case about a topic of the author, by default a new member, reported by another member. */
async function createCase(world: World, authorId?: number) {
  const author = { id: authorId ?? (await world.createActor('member')).id }
  const reporter = await world.createActor('member')
  const topicId = await createTopic(world, author.id)
  await world.mustSend('POST', '/api/reports', {
    cookie: reporter.cookie,
    body: { kind: 'topic', id: topicId, reason: 'spam', text: 'An advert.' },
  })
  const { id } = await world.db
    .selectFrom('report_cases')
    .select('id')
    .where('kind', '=', 'topic')
    .where('subject_id', '=', topicId)
    .executeTakeFirstOrThrow()
  return { caseId: id, topicId, author, reporter }
}

/** Creates a picture in a topic of a new member. @returns the id of the picture in the API */
async function createPostPicture(world: World): Promise<number> {
  const { id: userId } = await world.createActor('member')
  const topicId = await createTopic(world, userId)
  const row = { user_id: userId, topic_id: topicId, reply_id: null, name: '0123456789ab-40x30', alt: 'A pump', bytes: 90 }
  const { id } = await world.db
    .insertInto('post_pictures')
    .values({ ...row, created_at: new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return toPostPictureId(id)
}

/** Creates a case about a picture in a topic. */
async function createPictureCase(world: World): Promise<number> {
  const pictureId = await createPostPicture(world)
  const { cookie } = await world.createActor('member')
  await world.mustSend('POST', '/api/reports', { cookie, body: { kind: 'picture', id: pictureId, reason: 'spam' } })
  const { id } = await world.db.selectFrom('report_cases').select('id').where('subject_id', '=', pictureId).executeTakeFirstOrThrow()
  return id
}

/** Creates a case that was decided by hiding the topic. */
async function createDecision(world: World, authorId: number) {
  const created = await createCase(world, authorId)
  const { cookie } = await world.createActor('admin')
  const body = { decision: 'hide', reason: 'spam', text: 'An advert.' }
  const { decision } = await world.mustSend('POST', `/api/admin/reports/${created.caseId}/decision`, { cookie, body })
  return { ...created, decisionId: (decision as { id: number }).id }
}

export const reportCalls: WriteCall[] = [
  writeCall(fileReportEndpoint, 'visitor', async (world) => ({
    body: { kind: 'topic' as const, id: await createTopic(world), reason: 'spam' as const, email: 'visitor@example.org' },
  })),
  writeCall(
    fileReportEndpoint,
    'member',
    async (world) => ({
      body: {
        kind: 'reply' as const,
        id: await createReply(world, await createTopic(world)),
        reason: 'other' as const,
        text: 'It is odd.',
      },
    }),
    'by a member',
  ),
  writeCall(
    fileReportEndpoint,
    'visitor',
    async (world) => ({ body: { kind: 'picture' as const, id: await createPostPicture(world), reason: 'spam' as const } }),
    'about a picture in a post',
  ),
  writeCall(
    decideReportEndpoint,
    'admin',
    async (world) => ({
      params: { id: await createPictureCase(world) },
      body: { decision: 'remove' as const, reason: 'spam' as const, text: '' },
    }),
    'that removes a picture',
  ),
  writeCall(claimReportEndpoint, 'admin', async (world) => ({
    params: { id: (await createCase(world)).caseId },
    body: { isClaimed: true },
  })),
  writeCall(
    claimReportEndpoint,
    'admin',
    async (world) => {
      const id = await createTopic(world)
      await world.db.updateTable('topics').set({ status: 'waiting' }).where('id', '=', id).execute()
      return { params: { id }, body: { isClaimed: true, item: 'topic' as const } }
    },
    'that waits for approval',
  ),
  writeCall(decideReportEndpoint, 'admin', async (world) => ({
    params: { id: (await createCase(world)).caseId },
    body: { decision: 'hide' as const, reason: 'spam' as const, text: 'An advert.' },
  })),
  writeCall(
    decideReportEndpoint,
    'admin',
    async (world) => ({
      params: { id: (await createCase(world)).caseId },
      body: { decision: 'remove' as const, reason: 'illegal' as const, text: '' },
    }),
    'that removes it',
  ),
  writeCall(
    decideReportEndpoint,
    'admin',
    async (world) => ({
      params: { id: (await createCase(world)).caseId },
      body: {
        decision: 'restrict' as const,
        reason: 'harassment' as const,
        text: '',
        until: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      },
    }),
    'that restricts the author',
  ),
  writeCall(
    decideReportEndpoint,
    'admin',
    async (world) => ({
      params: { id: (await createCase(world)).caseId },
      body: { decision: 'close' as const, reason: 'illegal' as const, text: '' },
    }),
    'that closes the account',
  ),
  writeCall(fileAppealEndpoint, 'member', async (world, actor) => ({
    body: { decisionId: (await createDecision(world, actor.id)).decisionId, text: 'I own these panels.' },
  })),
  writeCall(decideAppealEndpoint, 'admin', async (world) => {
    const author = await world.createActor('member')
    const { decisionId } = await createDecision(world, author.id)
    await world.mustSend('POST', '/api/appeals', { cookie: author.cookie, body: { decisionId, text: 'I own these panels.' } })
    const { id } = await world.db.selectFrom('appeals').select('id').where('decision_id', '=', decisionId).executeTakeFirstOrThrow()
    return { params: { id }, body: { outcome: 'overturned' as const, text: 'You are right.' } }
  }),
]
