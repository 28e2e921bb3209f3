/** An invitation link leads to `/deploy#invitation=…`: what stands after the `#` is read here and leaves the address bar. */
import { useEffect } from 'react'
import { checkInvitation } from '#features/deployment/invitations/invitation.client.ts'
import { getDeployState, setDeployState, useDeployState } from './deploy-state.ts'

const HASH = /^#invitation=([\w-]{43})$/

export function useInvitation(): { token: string; isValid: boolean | undefined } | undefined {
  const { invitation } = useDeployState()
  const token = invitation?.token
  const isUnchecked = invitation !== undefined && invitation.isValid === undefined
  useEffect(() => {
    const opened = HASH.exec(location.hash)?.[1]
    if (opened === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setDeployState({ invitation: { token: opened, isValid: undefined } })
  }, [])
  useEffect(() => {
    if (!isUnchecked || token === undefined) return
    void checkInvitation(token).then(
      ({ isValid }) => {
        if (getDeployState().invitation?.token === token) setDeployState({ invitation: { token, isValid } })
      },
      // The server decides at the launch.
      () => setDeployState({ invitation: { token, isValid: true } }),
    )
  }, [isUnchecked, token])
  return invitation
}
