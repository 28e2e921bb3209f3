/** Defines the forum feature: topics, replies, watching and moderation. */
import type { Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { moderationRoutes } from '#features/forums/moderation/moderation.routes.ts'
import { ExportedReply, ExportedTopic } from './personal-data.contract.ts'
import { memberPostRoutes } from './member-posts/member-posts.routes.ts'
import { findRepliesOfPerson, findTopicsOfPerson } from './personal-data.queries.ts'
import { ExportedPostVersion } from '#features/forums/own-posts/own-post.contract.ts'
import { ownPostRoutes } from '#features/forums/own-posts/own-post.routes.ts'
import { deleteVersionsOfPerson, findVersionsOfPerson } from '#features/forums/own-posts/post-version.queries.ts'
import { restoreReply } from '#features/forums/replies/reply-change.service.ts'
import { restoreTopic } from './topic-change.service.ts'
import { topicRoutes } from './topic.routes.ts'
import { addTopicViews } from './topic.service.ts'
import { ExportedWatch } from '#features/forums/watching/watch.contract.ts'
import { deleteWatchesOfPerson, findWatchesOfPerson } from '#features/forums/watching/watch.queries.ts'
import { watchRoutes } from '#features/forums/watching/watch.routes.ts'
import { lateReplyJobHandlers } from '#features/forums/watching/late-reply.service.ts'
import { watchJobHandlers } from '#features/forums/watching/watch.service.ts'
import { ExportedAcceptedReply } from '#features/forums/questions/accepted-reply.contract.ts'
import { findAcceptedRepliesOfPerson } from '#features/forums/questions/accepted-reply.queries.ts'
import { acceptedReplyRoutes } from '#features/forums/questions/accepted-reply.routes.ts'
import { ExportedForumVisit } from '#features/forums/lists/own-topics.contract.ts'
import { deleteVisitOfPerson, findVisitOfPerson } from '#features/forums/lists/forum-visit.queries.ts'
import { ownTopicsRoutes } from '#features/forums/lists/own-topics.routes.ts'
import { ownWaitingRoutes } from '#features/forums/waiting/own-waiting.routes.ts'
import { ExportedTopicProduct } from '#features/forums/topic-products/topic-product.contract.ts'
import { findTopicProductsOfPerson } from '#features/forums/topic-products/topic-product.queries.ts'
import { topicSearch } from './topic-search.queries.ts'

export const forumsFeature: Feature = {
  name: 'forums',
  dependsOn: [
    'drafts',
    'redirects',
    'audit',
    'trash',
    'categories',
    'users',
    'experts',
    'search',
    'products',
    'reviews',
    'trust',
    'reputation',
    'job-queue',
    'mutes',
    'notices',
    'webhooks',
    'pages',
    'counting',
    'writing',
    'watches',
  ],
  search: [topicSearch],
  api: [
    {
      name: 'Forum',
      about: 'Topics and replies.',
      routes: [
        ...topicRoutes,
        ...memberPostRoutes,
        ...watchRoutes,
        ...ownPostRoutes,
        ...acceptedReplyRoutes,
        ...ownTopicsRoutes,
        ...ownWaitingRoutes,
      ],
    },
    { name: 'Moderation', about: 'Moderation of the forum.', routes: moderationRoutes },
  ],
  jobHandlers: [...watchJobHandlers, ...lateReplyJobHandlers],
  erasePerson: async (ctx, person) => {
    await deleteWatchesOfPerson(ctx, person)
    await deleteVersionsOfPerson(ctx, person)
    await deleteVisitOfPerson(ctx, person)
  },
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
    post_versions: {
      archive: { key: ['id'] },
      personal: { section: 'postVersions', shape: z.array(ExportedPostVersion), find: findVersionsOfPerson },
    },
    accepted_replies: {
      references: ['topics', 'replies', 'experts'],
      archive: { key: ['topic_id'] },
      personal: { section: 'acceptedReplies', shape: z.array(ExportedAcceptedReply), find: findAcceptedRepliesOfPerson },
    },
    topic_products: {
      references: ['topics', 'products'],
      archive: { key: ['topic_id', 'product_id'] },
      personal: { section: 'topicProducts', shape: z.array(ExportedTopicProduct), find: findTopicProductsOfPerson },
    },
    forum_visits: {
      references: ['users'],
      archive: { key: ['user_id'] },
      personal: { section: 'forumVisits', shape: z.array(ExportedForumVisit), find: findVisitOfPerson },
    },
    topic_watches: {
      references: ['topics', 'users'],
      archive: { key: ['topic_id', 'user_id'] },
      personal: { section: 'topicWatches', shape: z.array(ExportedWatch), find: findWatchesOfPerson },
    },
  },
}
