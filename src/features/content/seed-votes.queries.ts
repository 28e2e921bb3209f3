/** Makes rows of the votes that the content folder counts: who found a demo post helpful, and who did not. */
import type { SiteDatabase, VoteSubject } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'

/** Where posts are kept, and what a vote and the ledger call them. */
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

/** A vote for each that the posts count, by the members in turn, so that all of them have voted about as often. */
export async function insertVotes(db: SiteDatabase): Promise<void> {
  const members = await db
    .selectFrom('users')
    .select(['id', 'member_since', 'last_active'])
    .where('id', '!=', GUEST_ID)
    .orderBy('id')
    .execute()
  const nextOf = inTurn(members)
  const votes = []
  for (const { table, type } of SEEDED_VOTE_SUBJECTS) {
    const posts = await db
      .selectFrom(table)
      .select(['id', 'user_id', 'created_at', 'upvotes', 'downvotes'])
      .where((eb) => eb.or([eb('upvotes', '>', 0), eb('downvotes', '>', 0)]))
      .orderBy('id')
      .execute()
    for (const post of posts) {
      const voters = nextOf(post)
      if (voters.length < post.upvotes + post.downvotes)
        throw new Error(`The ${type} of ${post.created_at} has more votes than there were members to vote.`)
      for (const [at, voter] of voters.entries())
        votes.push({
          user_id: voter.id,
          subject_type: type,
          subject_id: post.id,
          value: at < post.upvotes ? 1 : -1,
          created_at: votedAt(post, voter, at),
        })
    }
  }
  for (const some of inBatches(votes)) await db.insertInto('votes').values(some).execute()
}

/** Nobody votes for what is their own, or for what was written after they were last here. */
function inTurn(members: Member[]): (post: Post) => Member[] {
  let turn = 0
  return (post) => {
    const voters: Member[] = []
    for (let asked = 0; asked < members.length && voters.length < post.upvotes + post.downvotes; asked++) {
      const member = members[turn++ % members.length]!
      if (member.id !== post.user_id && (member.last_active ?? '') > post.created_at) voters.push(member)
    }
    return voters
  }
}

const BETWEEN_VOTES_MS = 5 * 3_600_000

/** One every few hours, after the post was written and the voter had joined, and while the voter was here. */
function votedAt({ created_at }: Post, { member_since, last_active }: Member, at: number): string {
  const from = Math.max(Date.parse(created_at), Date.parse(member_since))
  return new Date(Math.min(from + (at + 1) * BETWEEN_VOTES_MS, Date.parse(last_active ?? created_at))).toISOString()
}

/** As many rows as one statement writes: one a row would take long on a server, and all at once has too many values for SQLite one day. */
export const inBatches = <T>(rows: T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
