/** Reads the token of an invitation link (`/deploy#invitation=…`), removes it from the address bar, and checks whether it can be used. */
import { useEffect } from 'react'
import { checkInvitation } from '#features/deployment/invitations/invitation.client.ts'
import { getDeployState, setDeployState, useDeployState } from './deploy-state.ts'

const INVITATION_HASH = /^#invitation=([\w-]{43})$/

export function useInvitation(): { token: string; isValid: boolean | undefined } | undefined {
  const { invitation } = useDeployState()
  const token = invitation?.token
  const isUnchecked = invitation !== undefined && invitation.isValid === undefined
  useEffect(() => {
    const openedToken = INVITATION_HASH.exec(location.hash)?.[1]
    if (openedToken === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setDeployState({ invitation: { token: openedToken, isValid: undefined } })
  }, [])
  useEffect(() => {
    if (!isUnchecked || token === undefined) return
    void checkInvitation(token).then(
      ({ isValid }) => {
        if (getDeployState().invitation?.token === token) setDeployState({ invitation: { token, isValid } })
      },
      // If the check fails, the invitation is treated as valid, because the server checks it again at the launch.
      () => setDeployState({ invitation: { token, isValid: true } }),
    )
  }, [isUnchecked, token])
  return invitation
}
