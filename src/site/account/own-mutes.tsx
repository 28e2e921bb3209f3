import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { MuteButton } from '#features/mutes/mute-button.tsx'
import { MutesProvider } from '#features/mutes/muted-post.tsx'
import { useSite } from '#site/shell/use-site.ts'

/** Provides the viewer's mutes to the posts of a page. */
export function OwnMutesProvider({ children }: { children: ReactNode }) {
  const { features } = useSite()
  const isMember = useSignedIn() !== null
  return <MutesProvider isMember={features.userAccounts && isMember}>{children}</MutesProvider>
}

/** Renders the button that mutes a member, for other members. */
export function OwnMuteButton({ userId, name, className }: { userId: number; name: string; className?: string | undefined }) {
  const viewer = useSignedIn()
  return viewer && viewer.id !== userId && <MuteButton userId={userId} name={name} className={className} />
}
