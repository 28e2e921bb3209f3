import { door } from '#platform/door.ts'
import {
  getTopicEndpoint,
  listRepliesEndpoint,
  listTopicsEndpoint,
  popularTopicsEndpoint,
  postReplyEndpoint,
  postTopicEndpoint,
  topicsOfCategoryEndpoint,
} from './topic.contract.ts'
import { getTopic, listPopularTopics, listReplies, listTopics, listTopicsOfCategory, postReply, postTopic } from './topic.service.ts'

export const topicRoutes = [
  door(listTopicsEndpoint, (ctx, { query }) => listTopics(ctx, query)),
  door(popularTopicsEndpoint, (ctx, { query }) => listPopularTopics(ctx, query)),
  door(topicsOfCategoryEndpoint, (ctx, { params, query }) => listTopicsOfCategory(ctx, params.categoryId, query)),
  door(getTopicEndpoint, (ctx, { params }) => getTopic(ctx, params.id)),
  door(postTopicEndpoint, (ctx, { body }) => postTopic(ctx, body)),
  door(listRepliesEndpoint, (ctx, { params, query }) => listReplies(ctx, params.forumId, query)),
  door(postReplyEndpoint, (ctx, { body }) => postReply(ctx, body)),
]
