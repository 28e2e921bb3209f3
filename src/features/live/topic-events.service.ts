/** Finds the events of topics with open pages: replies that have become visible, and changed votes. */
import type { Site } from '#platform/contract/context.ts'
import type { EventChannel } from '#platform/http/event-streams.ts'
import type { LiveReply, LiveVote } from './live.contract.ts'
import { listVisibleReplies, listVisibleTopics, type ChangedReply, type VotedPost } from './live.queries.ts'
import type { WrittenKeys } from './written-keys.ts'

export type TopicEvent = { channel: EventChannel } & ({ event: 'reply'; data: LiveReply } | { event: 'vote'; data: LiveVote })

/** What the open pages of a topic have been sent. */
interface SentEvents {
  replies: Set<number>
  /** Counts by post, such as `reply:5`. */
  votes: Map<string, string>
}

/** Tolerance for the clocks of other machines: a reply from shortly before the first page was opened is reported again. */
const CLOCK_TOLERANCE_MS = 1_000

export class TopicEvents {
  /** Dropped with the channel, when the last page of the topic is closed. */
  readonly #sentByChannel = new WeakMap<EventChannel, SentEvents>()

  /**
   * Returns the events of a write, oldest first. Reads two rows per topic and reply at most; hidden and waiting posts have no events.
   * @param channels the open channels by topic id
   */
  async find(site: Site, written: WrittenKeys, channels: ReadonlyMap<number, EventChannel>): Promise<TopicEvent[]> {
    const topicIds = written.valuesOf('topics', 'id')
    const repliedTopicIds = written.hasTable('replies') ? written.valuesOf('replies', 'topic_id') : new Set<number>()
    const changed = [...channels.keys()].filter((id) => !topicIds || topicIds.has(id) || !repliedTopicIds || repliedTopicIds.has(id))
    if (changed.length === 0) return []
    const topics = new Map((await listVisibleTopics(site, changed)).map((topic) => [topic.id, topic]))
    const replied = [...topics.keys()].filter((id) => !repliedTopicIds || repliedTopicIds.has(id))
    const replies = replied.length === 0 ? [] : await this.#listReplies(site, written, channels, replied)
    const votedIds = written.hasTable('votes') ? written.valuesOf('votes', 'subject_id') : new Set<number>()
    const isVoted = ({ id }: VotedPost) => !votedIds || votedIds.has(id)

    const events: TopicEvent[] = []
    for (const reply of replies) {
      const channel = channels.get(reply.topicId)
      const topic = topics.get(reply.topicId)
      if (!channel || !topic) continue
      const { topicId, id: replyId } = reply
      if (this.#isNew(channel, reply)) events.push({ channel, event: 'reply', data: { topicId, replyId, replyCount: topic.replyCount } })
      if (isVoted(reply)) events.push(...this.#findVote(channel, topicId, 'reply', reply))
    }
    for (const topic of topics.values()) {
      const channel = channels.get(topic.id)
      if (channel && isVoted(topic)) events.push(...this.#findVote(channel, topic.id, 'topic', topic))
    }
    return events
  }

  #listReplies(
    site: Site,
    written: WrittenKeys,
    channels: ReadonlyMap<number, EventChannel>,
    topicIds: readonly number[],
  ): Promise<ChangedReply[]> {
    const ids = written.valuesOf('replies', 'id')
    const since = Math.min(...topicIds.map((id) => channels.get(id)?.openedAtMs ?? Infinity)) - CLOCK_TOLERANCE_MS
    return listVisibleReplies(site, topicIds, ids && [...ids], new Date(since).toISOString())
  }

  /** Whether the reply became visible after the first page was opened and has not been sent. Marks it as sent. */
  #isNew(channel: EventChannel, { id, visibleSince }: ChangedReply): boolean {
    const { replies } = this.#sentOf(channel)
    if (replies.has(id) || Date.parse(visibleSince) < channel.openedAtMs - CLOCK_TOLERANCE_MS) return false
    replies.add(id)
    return true
  }

  #findVote(channel: EventChannel, topicId: number, subject: LiveVote['subject'], { id, upvotes, downvotes }: VotedPost): TopicEvent[] {
    const { votes } = this.#sentOf(channel)
    const counts = `${upvotes} ${downvotes}`
    if (votes.get(`${subject}:${id}`) === counts) return []
    votes.set(`${subject}:${id}`, counts)
    return [{ channel, event: 'vote', data: { topicId, subject, id, upvotes, downvotes } }]
  }

  #sentOf(channel: EventChannel): SentEvents {
    const sent = this.#sentByChannel.get(channel) ?? { replies: new Set(), votes: new Map() }
    this.#sentByChannel.set(channel, sent)
    return sent
  }
}
