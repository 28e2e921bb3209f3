import { useMutation, useQuery } from '@tanstack/react-query'
import { api, apiQuery, failureReason } from '#platform/client/api.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'

export type { MutedMember } from './mute.contract.ts'

export const mutesQuery = () => apiQuery('GET /api/me/mutes')
const muteMember = (userId: number) => api('POST /api/me/mutes', { body: { userId } })
const unmuteMember = (userId: number) => api('DELETE /api/me/mutes', { body: { userId } })

/**
 * Returns the ids of the members that the viewer has muted; undefined for visitors, and until they are loaded.
 * @param isMember whether the viewer is signed in
 */
export function useMutes(isMember: boolean): ReadonlySet<number> | undefined {
  const items = useQuery({ ...mutesQuery(), enabled: isMember }).data?.items
  return isMember && items ? new Set(items.map(({ userId }) => userId)) : undefined
}

/** Mutes or unmutes a member, and confirms it. The list is refetched by the API client, because its table has changed. */
export function useMuteChange({ userId, name }: { userId: number; name: string }) {
  const change = useMutation({
    mutationFn: (isMuted: boolean) => (isMuted ? muteMember(userId) : unmuteMember(userId)),
    onSuccess: ({ isMuted }) =>
      toast(
        isMuted
          ? { title: `You muted ${name}`, message: 'Their posts are hidden for you. You can undo this on your account page.' }
          : { title: `You no longer mute ${name}` },
      ),
    onError: (error) => toast({ title: 'The change could not be saved', message: failureReason(error), tone: 'destructive' }),
  })
  return { isPending: change.isPending, setMuted: (isMuted: boolean) => change.mutate(isMuted) }
}
