import { useLocation } from 'react-router'
import { failureReason, isSignedOut, serverMessageOf } from '#platform/client/api.client.ts'
import { releaseFilledForms } from '#platform/client/forms/filled-forms.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import type { FormDraftProps } from './form-draft.client.ts'
import { useStoredDraft } from './use-stored-draft.client.ts'
import * as styles from './stored-draft.module.css'

export default function StoredDraft(props: FormDraftProps) {
  const { note, discard, undo } = useStoredDraft(props)
  const { interruption } = props.form.draft
  return (
    <>
      {note === 'restored' && (
        <p className={joinClasses('hint', styles.note)} role="status">
          We restored your unsaved text.
          <Button variant="quiet" size="s" disabled={props.form.busy} onClick={discard}>
            Discard
          </Button>
        </p>
      )}
      {note === 'discarded' && (
        <p className={joinClasses('hint', styles.note)} role="status">
          Your unsaved text is discarded.
          <Button variant="quiet" size="s" onClick={undo}>
            Undo
          </Button>
        </p>
      )}
      {interruption && <Interruption error={interruption} isStored={props.form.isDraftStored} />}
    </>
  )
}

/** Explains why the submission failed, and offers to sign in again if the session has ended. */
function Interruption({ error, isStored }: { error: Error; isStored: boolean }) {
  const { pathname, search, hash } = useLocation()
  return (
    <Notice tone="bad" role="alert">
      {isStored ? (serverMessageOf(error) ?? failureReason(error)) : failureReason(error)}
      {isSignedOut(error) && (
        <>
          {' '}
          <Link to="/sign-in" state={{ from: pathname + search + hash }} onClick={releaseFilledForms}>
            Sign in
          </Link>
        </>
      )}
    </Notice>
  )
}
