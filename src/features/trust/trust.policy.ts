/** What the levels allow, and the limits for new members. The server applies these rules, and the about page is written from them. */
import { LEVEL_THRESHOLDS } from '#features/users/level.policy.ts'
import { formatCount } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'

/** Limits for new members: those of level 1, and all members on the day after joining. Zero turns a limit off. */
export interface NewcomerLimits {
  /** Topics in the first 24 hours after joining. */
  firstDayTopics: number
  /** Replies in the first 24 hours after joining. */
  firstDayReplies: number
  /** Links in one post; posts with more wait for approval. */
  maxLinks: number
  /** Seconds between two posts. */
  secondsBetweenPosts: number
  /** Seconds; a first post that was typed faster waits for approval. */
  minTypingSeconds: number
  /** Whether links to unknown sites, pictures and downvotes need level 2. */
  areRightsEarned: boolean
  /** Whether repeated texts wait for approval. */
  holdsRepeatedText: boolean
}

/** The numbers are the defaults of Discourse. */
export const DEFAULT_NEWCOMER_LIMITS: NewcomerLimits = {
  firstDayTopics: 3,
  firstDayReplies: 10,
  maxLinks: 2,
  secondsBetweenPosts: 30,
  minTypingSeconds: 3,
  areRightsEarned: true,
  holdsRepeatedText: true,
}

export const NO_NEWCOMER_LIMITS: NewcomerLimits = {
  firstDayTopics: 0,
  firstDayReplies: 0,
  maxLinks: 0,
  secondsBetweenPosts: 0,
  minTypingSeconds: 0,
  areRightsEarned: false,
  holdsRepeatedText: false,
}

/** Maximum values of the settings. */
export const FIRST_DAY_POSTS_MAX = 1000
export const LINKS_MAX = 100
export const SECONDS_BETWEEN_POSTS_MAX = 3600
export const TYPING_SECONDS_MAX = 60

/** Levels from which members have rights. */
export const FREE_POSTING_LEVEL = 2
export const NO_QUEUE_LEVEL = 3
export const MOVE_TOPIC_LEVEL = 3
export const SPAM_REPORT_LEVEL = 4
export const GUIDE_LEVEL = 5
/** Number of members of `SPAM_REPORT_LEVEL` whose reports hide a post until a moderator decides. */
export const SPAM_REPORTS_TO_HIDE = 2

export const NEWCOMER_PERIOD_MS = 86_400_000
/** Rejections of a domain, without any approval, after which posts that link to it wait. */
export const DOMAIN_REJECTIONS_MAX = 2
/** Repeated texts are detected from this length, counted in letters. */
export const REPEATED_TEXT_MIN_LETTERS = 20

const pointsFor = (level: number): number => LEVEL_THRESHOLDS[level - 1] ?? 0

/** Message for members who press or send a downvote below the level. */
export const DOWNVOTE_LEVEL_MESSAGE = `You can mark posts as not helpful from level ${FREE_POSTING_LEVEL}, which needs ${pointsFor(FREE_POSTING_LEVEL)} points.`

export const mayDownvote = (level: number, { areRightsEarned }: NewcomerLimits): boolean => !areRightsEarned || level >= FREE_POSTING_LEVEL

export interface LevelText {
  level: number
  points: number
  text: string
}

/** Describes what each level allows under the limits of the site. */
export function describeLevels(limits: NewcomerLimits): LevelText[] {
  const { areRightsEarned } = limits
  const texts = [
    ['You can start topics, reply, review and upvote.', ...describeNewcomerLimits(limits)].join(' '),
    areRightsEarned
      ? 'You can link to any site, post pictures, and mark posts as not helpful.'
      : 'The limits for new members end, one day after joining.',
    'Your posts never wait for approval, and you can move topics to another category.',
    `If ${SPAM_REPORTS_TO_HIDE} members of this level report a post as spam, it is hidden until a moderator decides.`,
    'You are a Guide: a mark next to your name tells others that they can rely on your advice.',
  ]
  return texts.map((text, index) => ({ level: index + 1, points: pointsFor(index + 1), text }))
}

function describeNewcomerLimits(limits: NewcomerLimits): string[] {
  const { firstDayTopics, firstDayReplies, maxLinks, secondsBetweenPosts, minTypingSeconds, areRightsEarned } = limits
  const firstDay = [
    ...(firstDayTopics > 0 ? [formatCount(firstDayTopics, NOUNS.topic)] : []),
    ...(firstDayReplies > 0 ? [formatCount(firstDayReplies, NOUNS.reply)] : []),
  ].join(' and ')
  return [
    ...(firstDay ? [`On the first day, you can post ${firstDay}.`] : []),
    ...(secondsBetweenPosts > 0 ? [`At least ${formatCount(secondsBetweenPosts, NOUNS.second)} must pass between two posts.`] : []),
    ...(maxLinks > 0 ? [`A post with more than ${formatCount(maxLinks, NOUNS.link)} waits for approval.`] : []),
    ...(areRightsEarned ? ['So does a post with a picture, or with a link to a site that we do not know yet.'] : []),
    ...(minTypingSeconds > 0
      ? [`A first post that was typed in less than ${formatCount(minTypingSeconds, NOUNS.second)} waits, too.`]
      : []),
  ]
}
