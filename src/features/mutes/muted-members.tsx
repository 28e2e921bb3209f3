/** Lists the members that the viewer has muted, with a button to unmute each. */
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { mutesQuery, useMuteChange, type MutedMember } from './mute.client.ts'
import * as styles from './muted-members.module.css'

interface MutedMembersProps {
  /** Renders the name as a link to the profile. */
  renderName: (member: MutedMember) => ReactNode
}

export function MutedMembers({ renderName }: MutedMembersProps) {
  const mutes = useQuery(mutesQuery())
  const container = useRef<HTMLDivElement>(null)
  // The pressed button disappears with its row, so the focus moves to the list.
  const focusList = () => container.current?.focus({ preventScroll: true })
  if (mutes.isPending) return <Skeleton />
  if (mutes.isError)
    return (
      <ErrorState
        title="The list could not be loaded"
        text={failureReason(mutes.error)}
        action={
          <Button busy={mutes.isFetching} onClick={() => void mutes.refetch()}>
            Try again
          </Button>
        }
      />
    )
  return (
    <div ref={container} tabIndex={-1}>
      {mutes.data.items.length === 0 ? (
        <p className="hint">You have not muted anyone. You can mute a member on their profile.</p>
      ) : (
        <ul className={styles.members}>
          {mutes.data.items.map((member) => (
            <MutedMemberRow key={member.userId} member={member} onUnmuted={focusList}>
              {renderName(member)}
            </MutedMemberRow>
          ))}
        </ul>
      )}
    </div>
  )
}

function MutedMemberRow({ member, onUnmuted, children }: { member: MutedMember; onUnmuted: () => void; children: ReactNode }) {
  const { isPending, setMuted } = useMuteChange({ userId: member.userId, name: member.username })
  return (
    <li>
      <Avatar id={member.userId} name={member.username} src={member.avatarUrl} size="s" />
      <span>
        {children}
        <span className="hint">
          {' '}
          since <LongDate date={member.mutedAt} />
        </span>
      </span>
      <Button
        variant="quiet"
        size="s"
        busy={isPending}
        onClick={() => {
          onUnmuted()
          setMuted(false)
        }}
      >
        Unmute
        <span className="visuallyHidden">
          {' '}
          <bdi>{member.username}</bdi>
        </span>
      </Button>
    </li>
  )
}
