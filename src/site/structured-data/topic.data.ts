import type { Reply, Topic } from '#features/forums/topic.client.ts'
import { htmlToPlainText } from '#site/forum/topic-text.ts'
import { paths } from '#site/paths.ts'
import type { PageLocation } from './page-location.ts'
import type { Comment, DiscussionForumPosting, InteractionCounter, Person } from './vocabulary.ts'

/** A topic with the replies of the current page. */
export function topicData(location: PageLocation, topic: Topic, replies: readonly Reply[]): DiscussionForumPosting {
  const url = location.origin + paths.topic(topic.id)
  return {
    '@type': 'DiscussionForumPosting',
    '@id': `${url}#topic`,
    mainEntityOfPage: url,
    url,
    headline: topic.title,
    text: htmlToPlainText(topic.contentHtml ?? topic.content),
    author: authorData(location, topic),
    datePublished: topic.createdAt,
    articleSection: topic.categoryName,
    inLanguage: location.site.language,
    interactionStatistic: [
      interactionCounter('CommentAction', topic.replyCount),
      interactionCounter('ViewAction', topic.views),
      interactionCounter('LikeAction', topic.upvotes),
      interactionCounter('DislikeAction', topic.downvotes),
    ],
    ...(replies.length > 0 ? { comment: replies.map((reply) => commentOf(location, reply)) } : {}),
  }
}

const commentOf = (location: PageLocation, reply: Reply): Comment => ({
  '@type': 'Comment',
  url: location.origin + paths.reply(reply.forumId, reply.id),
  text: htmlToPlainText(reply.contentHtml),
  author: authorData(location, reply),
  datePublished: reply.createdAt,
  interactionStatistic: [interactionCounter('LikeAction', reply.upvotes), interactionCounter('DislikeAction', reply.downvotes)],
})

/** Author as a Person. No URL if accounts are switched off or the account is closed. */
const authorData = (
  location: PageLocation,
  { username, userId, isAuthorClosed }: Pick<Topic, 'username' | 'userId' | 'isAuthorClosed'>,
): Person => ({
  '@type': 'Person',
  name: username || 'Unknown User',
  ...(location.site.features.userAccounts && !isAuthorClosed ? { url: location.origin + paths.user(userId) } : {}),
})

export const interactionCounter = (
  action: 'CommentAction' | 'ViewAction' | 'LikeAction' | 'DislikeAction' | 'WriteAction',
  count: number,
): InteractionCounter => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
})
