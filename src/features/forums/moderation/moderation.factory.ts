/** Test helpers that call the forum API as a member, a visitor or a moderator. */
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

export const listIds = ({ body }: { body: { id: number }[] }): number[] => body.map(({ id }) => id)

/** @param getTestSite called on each use, because site and administrator do not exist before `beforeAll` */
export const makeForumCalls = (getTestSite: () => { site: TestSite; admin: Viewer }) => ({
  changeTopic: (id: number, body: TopicChange) =>
    getTestSite().site.call(getTestSite().admin, changeTopicEndpoint, { params: { id }, body }),
  changeReply: (id: number, body: ReplyChange) =>
    getTestSite().site.call(getTestSite().admin, changeReplyEndpoint, { params: { id }, body }),
  /** Lists topics of every status. */
  listAllTopics: (query: object = {}) => getTestSite().site.call(getTestSite().admin, listAllTopicsEndpoint, { query }),
  getTopic: (id: number) => getTestSite().site.call(null, getTopicEndpoint, { params: { id } }),
  listReplyIds: async (topicId: number) =>
    listIds(await getTestSite().site.call(null, listRepliesEndpoint, { params: { forumId: topicId } })),
  postTopic: async (viewer: Viewer, title = 'A question'): Promise<number> =>
    (await getTestSite().site.call(viewer, postTopicEndpoint, { body: { title, content: 'How?', categoryId: 1 } })).body.id,
  postReply: async (viewer: Viewer | null, topicId: number, content = 'An answer.'): Promise<number> =>
    (await getTestSite().site.call(viewer, postReplyEndpoint, { body: { content, forumId: topicId } })).body.id,
  /** Lists the logged actions on a subject, oldest first. */
  listAuditActions: async (subject: string, id: number): Promise<string[]> =>
    (await getTestSite().site.call(getTestSite().admin, listAuditEndpoint, { query: { subject, subjectId: id } })).body
      .map(({ action }: AuditEntry) => action)
      .toReversed(),
})
