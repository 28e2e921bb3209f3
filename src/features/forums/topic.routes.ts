import { route } from '#platform/contract/route.ts'
import {
  getTopicEndpoint,
  listTopicsEndpoint,
  popularTopicsEndpoint,
  postTopicEndpoint,
  topicsOfCategoryEndpoint,
} from './topic.contract.ts'
import { listTopicProductsEndpoint } from './topic-products/topic-product.contract.ts'
import { getTopicProducts } from './topic-products/topic-product.service.ts'
import { findReplyPositionEndpoint, listRepliesEndpoint, postReplyEndpoint } from './replies/reply.contract.ts'
import { moveTopicEndpoint } from './moving/topic-move.contract.ts'
import { moveTopic } from './moving/topic-move.service.ts'
import {
  findReply,
  getTopic,
  listPopularTopics,
  listReplies,
  listTopics,
  listTopicsOfCategory,
  postReply,
  postTopic,
} from './topic.service.ts'

export const topicRoutes = [
  route(listTopicProductsEndpoint, (ctx, { params }) => getTopicProducts(ctx, params.id)),
  route(listTopicsEndpoint, (ctx, { query }) => listTopics(ctx, query)),
  route(popularTopicsEndpoint, (ctx, { query }) => listPopularTopics(ctx, query)),
  route(topicsOfCategoryEndpoint, (ctx, { params, query }) => listTopicsOfCategory(ctx, params.categoryId, query)),
  route(getTopicEndpoint, (ctx, { params }) => getTopic(ctx, params.id)),
  route(postTopicEndpoint, (ctx, { body }) => postTopic(ctx, body)),
  route(listRepliesEndpoint, (ctx, { params, query }) => listReplies(ctx, params.forumId, query)),
  route(findReplyPositionEndpoint, (ctx, { params }) => findReply(ctx, params.forumId, params.replyId)),
  route(moveTopicEndpoint, (ctx, { params, body }) => moveTopic(ctx, params.id, body.categoryId)),
  route(postReplyEndpoint, (ctx, { body }) => postReply(ctx, body)),
]
