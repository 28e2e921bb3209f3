/** The forum, and who keeps order in it. */
import type { Feature } from '#platform/feature.ts'
import { z } from '#platform/zod.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { ExportedReply, ExportedTopic } from './personal-data.contract.ts'
import { findRepliesOfPerson, findTopicsOfPerson } from './personal-data.queries.ts'
import { restoreReply } from './reply-change.service.ts'
import { restoreTopic } from './topic-change.service.ts'
import { topicRoutes } from './topic.routes.ts'
import { addTopicViews } from './topic.service.ts'

export const forumsFeature: Feature = {
  name: 'forums',
  standsOn: ['redirects', 'audit', 'trash', 'categories', 'users', 'reputation'],
  api: [
    { name: 'Forum', about: 'Topics and replies.', routes: topicRoutes },
    { name: 'Moderation', about: 'Keeping order in the forum.', routes: moderationRoutes },
  ],
  countedViews: { topics: addTopicViews },
  trash: { topic: { restore: restoreTopic }, reply: { restore: restoreReply } },
  tables: {
    topics: {
      references: ['categories', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'topics', shape: z.array(ExportedTopic), find: findTopicsOfPerson },
    },
    replies: {
      references: ['topics', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'replies', shape: z.array(ExportedReply), find: findRepliesOfPerson },
    },
  },
}
