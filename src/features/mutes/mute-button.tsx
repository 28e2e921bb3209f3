import { Button } from '#ui/actions/button.tsx'
import { useMuteChange, useMutes } from './mute.client.ts'

interface MuteButtonProps {
  userId: number
  /** Name of the member. */
  name: string
  className?: string | undefined
}

/** Mutes or unmutes a member, on their profile. Render it for members only, and not on their own profile. */
export function MuteButton({ userId, name, className }: MuteButtonProps) {
  const mutes = useMutes(true)
  const { isPending, setMuted } = useMuteChange({ userId, name })
  const isMuted = mutes?.has(userId) ?? false
  return (
    <Button
      variant="quiet"
      size="s"
      className={className}
      aria-pressed={isMuted}
      disabled={!mutes}
      busy={isPending}
      onClick={() => setMuted(!isMuted)}
    >
      {isMuted ? 'Muted' : 'Mute'}
      <span className="visuallyHidden">
        {' '}
        <bdi>{name}</bdi>
      </span>
    </Button>
  )
}
