import type { Reply, Topic } from '#features/forums/topic.client.ts'
import { topicText } from '#site/forum/topic-text.ts'
import { paths } from '#site/paths.ts'
import type { PageLocation } from './page-location.ts'
import type { Comment, DiscussionForumPosting, InteractionCounter, Person } from './vocabulary.ts'

/** A topic with the replies of the page that is shown. */
export function topicData(place: PageLocation, topic: Topic, replies: readonly Reply[]): DiscussionForumPosting {
  const url = place.origin + paths.topic(topic.id)
  return {
    '@type': 'DiscussionForumPosting',
    '@id': `${url}#topic`,
    mainEntityOfPage: url,
    url,
    headline: topic.title,
    text: topicText(topic.contentHtml ?? topic.content),
    author: writer(place, topic),
    datePublished: topic.createdAt,
    articleSection: topic.categoryName,
    inLanguage: place.site.language,
    interactionStatistic: [
      interactionCounter('CommentAction', topic.replyCount),
      interactionCounter('ViewAction', topic.views),
      interactionCounter('LikeAction', topic.upvotes),
      interactionCounter('DislikeAction', topic.downvotes),
    ],
    ...(replies.length > 0 ? { comment: replies.map((reply) => commentOf(place, reply)) } : {}),
  }
}

const commentOf = (place: PageLocation, reply: Reply): Comment => ({
  '@type': 'Comment',
  url: place.origin + paths.reply(reply.forumId, reply.id),
  text: topicText(reply.contentHtml),
  author: writer(place, reply),
  datePublished: reply.createdAt,
  interactionStatistic: [interactionCounter('LikeAction', reply.upvotes), interactionCounter('DislikeAction', reply.downvotes)],
})

/** Without accounts, or with a closed one, there is no profile. */
const writer = (
  place: PageLocation,
  { username, userId, isAuthorClosed }: Pick<Topic, 'username' | 'userId' | 'isAuthorClosed'>,
): Person => ({
  '@type': 'Person',
  name: username || 'Unknown User',
  ...(place.site.features.userAccounts && !isAuthorClosed ? { url: place.origin + paths.user(userId) } : {}),
})

export const interactionCounter = (
  action: 'CommentAction' | 'ViewAction' | 'LikeAction' | 'DislikeAction' | 'WriteAction',
  count: number,
): InteractionCounter => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
})
