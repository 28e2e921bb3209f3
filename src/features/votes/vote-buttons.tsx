import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useRef, useState, type ReactNode } from 'react'
import { failureReason } from '#platform/client/api.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { myVotesQuery, sendVote, type MyVote, type VoteForm } from './vote.client.ts'
import { applyVote, showVote, type VoteState } from './vote-cache.client.ts'
import * as styles from './vote-buttons.module.css'

export interface Voter {
  id: number
  isRestricted: boolean
}

type Shown = { topicId: number } | { productId: number }

const OwnVotesContext = createContext<{ on: Shown; items: readonly MyVote[] } | undefined>(undefined)

/** Around the posts of a page: one's own votes on what it shows are asked for together. */
export function OwnVotes({ on, isVoter, children }: { on: Shown; isVoter: boolean; children: ReactNode }) {
  const items = useQuery({ ...myVotesQuery(on), enabled: isVoter }).data?.items
  return <OwnVotesContext value={{ on, items: (isVoter && items) || [] }}>{children}</OwnVotesContext>
}

interface VoteButtonsProps {
  subject: VoteForm['subject']
  post: { id: number; userId: number; upvotes: number; downvotes: number }
  voter: Voter | null
  /** What a visitor reads who wants to vote: the way to sign in. Without it nobody can. */
  hint: ReactNode
}

/** Votes up and down with their counts, within `OwnVotes`. One's own posts show only the counts. */
export function VoteButtons({ subject, post, voter, hint }: VoteButtonsProps) {
  const mayVote = voter ? voter.id !== post.userId && !voter.isRestricted : Boolean(hint)
  return mayVote ? <Votes subject={subject} post={post} voter={voter} hint={hint} /> : <Counts {...post} />
}

/** For a visitor the same buttons: pressing one says what is missing. What was pressed before the page knew who is looking is a vote. */
function Votes({ subject, post, voter, hint }: VoteButtonsProps) {
  const { mine, vote } = useVote(subject, post)
  const [asked, setAsked] = useState(false)
  const press = (value: 1 | -1) => (voter ? vote(value) : setAsked(true))
  return (
    <div className={styles.votes} role="group" aria-label="Was this helpful?">
      <VoteButton up count={post.upvotes} pressed={mine === 1} onPress={() => press(1)} />
      <VoteButton count={post.downvotes} pressed={mine === -1} onPress={() => press(-1)} />
      {!voter && (
        <span className={styles.votesHint} role="status">
          {asked && hint}
        </span>
      )}
    </div>
  )
}

/** By hand rather than as a mutation: a page has dozens of these, nearly all of which are only looked at. */
function useVote(subject: VoteForm['subject'], post: VoteButtonsProps['post']) {
  const queryClient = useQueryClient()
  const votes = use(OwnVotesContext)
  const isSending = useRef(false)
  const mine = votes?.items.find((one) => one.subject === subject && one.id === post.id)?.value ?? 0
  const now: VoteState = { upvotes: post.upvotes, downvotes: post.downvotes, yours: mine }

  const send = async (value: VoteForm['value']) => {
    if (!votes || isSending.current) return
    isSending.current = true
    const show = (state: VoteState) => showVote(queryClient, votes.on, subject, post.id, state)
    show(applyVote(now, value))
    try {
      show(await sendVote({ subject, id: post.id, value }))
    } catch (fault) {
      show(now)
      toast({ title: 'Your vote was not counted', message: failureReason(fault), tone: 'destructive' })
    } finally {
      isSending.current = false
    }
  }
  return { mine, vote: (value: 1 | -1) => void send(mine === value ? 0 : value) }
}

function VoteButton({ up, count, pressed, onPress }: { up?: boolean; count: number; pressed: boolean; onPress: () => void }) {
  const { number, nounFor } = useWording()
  return (
    <button type="button" className={up ? styles.vote : `${styles.vote} ${styles.voteDown}`} aria-pressed={pressed} onClick={onPress}>
      <Icon name="thumb-up" />
      <span className="visuallyHidden">{up ? 'Helpful, ' : 'Not helpful, '}</span>
      <span className="num">{number(count)}</span>
      <span className="visuallyHidden">{` ${nounFor(count, NOUNS.vote)}`}</span>
    </button>
  )
}

function Counts({ upvotes, downvotes }: { upvotes: number; downvotes: number }) {
  const { number } = useWording()
  return (
    <p className={`${styles.votes} ${styles.votesCounts}`}>
      <span className={styles.vote}>
        <Icon name="thumb-up" />
        <span className="num">{number(upvotes)}</span>
        <span className="visuallyHidden"> found this helpful</span>
      </span>
      <span className={`${styles.vote} ${styles.voteDown}`}>
        <Icon name="thumb-up" />
        <span className="num">{number(downvotes)}</span>
        <span className="visuallyHidden"> did not find this helpful</span>
      </span>
    </p>
  )
}
