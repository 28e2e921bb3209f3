/** Inserts vote rows for the vote counts of the seeded posts. */
import type { SiteDatabase, VoteSubject } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'

/** Tables of posts, with their subject type in votes and point entries. */
export const SEEDED_VOTE_SUBJECTS = [
  { table: 'topics', type: 'topic' },
  { table: 'replies', type: 'reply' },
  { table: 'reviews', type: 'review' },
] as const satisfies { table: string; type: VoteSubject }[]

interface Post {
  id: number
  user_id: number
  created_at: string
  upvotes: number
  downvotes: number
}
interface Member {
  id: number
  member_since: string
  last_active: string | null
}

/**
 * Assigns the votes to members in round-robin order, so that all members vote about equally often.
 * @throws Error if a post has more votes than members who may vote
 */
export async function insertVotes(db: SiteDatabase): Promise<void> {
  const members = await db
    .selectFrom('users')
    .select(['id', 'member_since', 'last_active'])
    .where('id', '!=', GUEST_ID)
    .orderBy('id')
    .execute()
  const pickVoters = createVoterPicker(members)
  const votes = []
  for (const { table, type } of SEEDED_VOTE_SUBJECTS) {
    const posts = await db
      .selectFrom(table)
      .select(['id', 'user_id', 'created_at', 'upvotes', 'downvotes'])
      .where((eb) => eb.or([eb('upvotes', '>', 0), eb('downvotes', '>', 0)]))
      .orderBy('id')
      .execute()
    for (const post of posts) {
      const voters = pickVoters(post)
      if (voters.length < post.upvotes + post.downvotes)
        throw new Error(`The ${type} of ${post.created_at} has more votes than there were members to vote.`)
      for (const [index, voter] of voters.entries())
        votes.push({
          user_id: voter.id,
          subject_type: type,
          subject_id: post.id,
          value: index < post.upvotes ? 1 : -1,
          created_at: calculateVoteTime(post, voter, index),
        })
    }
  }
  for (const batch of toBatches(votes)) await db.insertInto('votes').values(batch).execute()
}

/** Returns a function that picks voters. Members do not vote on their own posts, nor on posts newer than their last activity. */
function createVoterPicker(members: Member[]): (post: Post) => Member[] {
  let memberIndex = 0
  return (post) => {
    const voters: Member[] = []
    for (let triedCount = 0; triedCount < members.length && voters.length < post.upvotes + post.downvotes; triedCount++) {
      const member = members[memberIndex++ % members.length]!
      if (member.id !== post.user_id && (member.last_active ?? '') > post.created_at) voters.push(member)
    }
    return voters
  }
}

const VOTE_INTERVAL_MS = 5 * 3_600_000

/** Returns a time after the post and the voter's registration, but not after the voter's last activity. Votes are five hours apart. */
function calculateVoteTime({ created_at }: Post, { member_since, last_active }: Member, index: number): string {
  const earliest = Math.max(Date.parse(created_at), Date.parse(member_since))
  return new Date(Math.min(earliest + (index + 1) * VOTE_INTERVAL_MS, Date.parse(last_active ?? created_at))).toISOString()
}

/** Splits rows into batches for inserts: they need few round trips on PostgreSQL and stay below SQLite's limit of bound parameters. */
export const toBatches = <T>(rows: T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, batch) => rows.slice(batch * size, (batch + 1) * size))
