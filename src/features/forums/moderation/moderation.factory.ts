/** API calls of members, visitors and moderators in the forum, for tests. */
import { listAuditEndpoint, type AuditEntry } from '#features/audit/audit.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import type { TestSite } from '#tests/support/test-site.ts'
import {
  changeReplyEndpoint,
  changeTopicEndpoint,
  listAllTopicsEndpoint,
  type ReplyChange,
  type TopicChange,
} from './moderation.contract.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { listRepliesEndpoint, postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'

export const idsOf = ({ body }: { body: { id: number }[] }): number[] => body.map(({ id }) => id)

/** @param at returns the site and its administrator, which exist only after `beforeAll` */
export const makeForumCalls = (at: () => { site: TestSite; admin: Viewer }) => ({
  patch: (id: number, body: TopicChange) => at().site.call(at().admin, changeTopicEndpoint, { params: { id }, body }),
  patchReply: (id: number, body: ReplyChange) => at().site.call(at().admin, changeReplyEndpoint, { params: { id }, body }),
  /** Lists topics of every status. */
  all: (query: object = {}) => at().site.call(at().admin, listAllTopicsEndpoint, { query }),
  open: (id: number) => at().site.call(null, getTopicEndpoint, { params: { id } }),
  repliesOf: async (forumId: number) => idsOf(await at().site.call(null, listRepliesEndpoint, { params: { forumId } })),
  post: async (who: Viewer, title = 'A question'): Promise<number> =>
    (await at().site.call(who, postTopicEndpoint, { body: { title, content: 'How?', categoryId: 1 } })).body.id,
  reply: async (who: Viewer | null, forumId: number, content = 'An answer.'): Promise<number> =>
    (await at().site.call(who, postReplyEndpoint, { body: { content, forumId } })).body.id,
  /** Logged actions of a subject, oldest first. */
  actions: async (subject: string, id: number): Promise<string[]> =>
    (await at().site.call(at().admin, listAuditEndpoint, { query: { subject, subjectId: id } })).body
      .map(({ action }: AuditEntry) => action)
      .toReversed(),
})
