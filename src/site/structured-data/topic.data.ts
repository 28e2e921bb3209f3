import type { Reply, Topic } from '#features/forums/topic.client.ts'
import { htmlToPlainText } from '#site/forum/topic-text.ts'
import { paths } from '#site/paths.ts'
import type { PageLocation } from './page-location.ts'
import type { Answer, Comment, DiscussionForumPosting, InteractionCounter, Person, QAPage, Thing } from './vocabulary.ts'

/**
 * Returns undefined for demo content, whose authors are invented, and otherwise the data for a topic, without demo replies: a QAPage for a question, a DiscussionForumPosting for any other.
 * @param replies replies on the current page
 * @param acceptedReply the accepted reply, which may be on another page; undefined if there is none
 */
export function topicData(location: PageLocation, topic: Topic, allReplies: readonly Reply[], acceptedReply?: Reply): Thing | undefined {
  if (topic.isDemo) return undefined
  const replies = allReplies.filter(({ isDemo }) => !isDemo)
  return topic.isQuestion
    ? questionData(location, topic, replies, acceptedReply?.isDemo ? undefined : acceptedReply)
    : discussionData(location, topic, replies)
}

function questionData(location: PageLocation, topic: Topic, replies: readonly Reply[], acceptedReply: Reply | undefined): QAPage {
  const url = location.origin + paths.topic(topic.id)
  const suggested = replies.filter(({ id }) => id !== acceptedReply?.id)
  return {
    '@type': 'QAPage',
    '@id': `${url}#page`,
    url,
    inLanguage: location.site.language,
    mainEntity: {
      '@type': 'Question',
      '@id': `${url}#topic`,
      url,
      name: topic.title,
      text: htmlToPlainText(topic.contentHtml ?? topic.content),
      author: getAuthor(location, topic),
      datePublished: topic.createdAt,
      answerCount: topic.replyCount,
      upvoteCount: topic.upvotes,
      downvoteCount: topic.downvotes,
      ...(acceptedReply ? { acceptedAnswer: getAnswer(location, acceptedReply) } : {}),
      ...(suggested.length > 0 ? { suggestedAnswer: suggested.map((reply) => getAnswer(location, reply)) } : {}),
    },
  }
}

const getAnswer = (location: PageLocation, reply: Reply): Answer => ({
  '@type': 'Answer',
  url: location.origin + paths.reply(reply.forumId, reply.id),
  text: htmlToPlainText(reply.contentHtml),
  author: getAuthor(location, reply),
  datePublished: reply.createdAt,
  upvoteCount: reply.upvotes,
  downvoteCount: reply.downvotes,
})

function discussionData(location: PageLocation, topic: Topic, replies: readonly Reply[]): DiscussionForumPosting {
  const url = location.origin + paths.topic(topic.id)
  return {
    '@type': 'DiscussionForumPosting',
    '@id': `${url}#topic`,
    mainEntityOfPage: url,
    url,
    headline: topic.title,
    text: htmlToPlainText(topic.contentHtml ?? topic.content),
    author: getAuthor(location, topic),
    datePublished: topic.createdAt,
    articleSection: topic.categoryName,
    inLanguage: location.site.language,
    interactionStatistic: [
      interactionCounter('CommentAction', topic.replyCount),
      interactionCounter('ViewAction', topic.views),
      interactionCounter('LikeAction', topic.upvotes),
      interactionCounter('DislikeAction', topic.downvotes),
    ],
    ...(replies.length > 0 ? { comment: replies.map((reply) => getComment(location, reply)) } : {}),
  }
}

const getComment = (location: PageLocation, reply: Reply): Comment => ({
  '@type': 'Comment',
  url: location.origin + paths.reply(reply.forumId, reply.id),
  text: htmlToPlainText(reply.contentHtml),
  author: getAuthor(location, reply),
  datePublished: reply.createdAt,
  interactionStatistic: [interactionCounter('LikeAction', reply.upvotes), interactionCounter('DislikeAction', reply.downvotes)],
})

/** Returns the author as a Person. There is no URL if user accounts are switched off or the author's account is closed. */
const getAuthor = (
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
