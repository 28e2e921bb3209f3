/** Shows and changes a subscriber's preferences. A link in each newsletter opens the page; no account and no JavaScript is needed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActionData, useLocation, useSearchParams } from 'react-router'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { changePreferences, preferencesQuery, type NewsletterPreferences } from '#features/newsletter/interests/interest.client.ts'
import { unsubscribePath, preferencesPath } from '#features/newsletter/newsletter.policy.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { AuthLayout } from '#site/account/auth-layout.tsx'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import type { KeyActionState } from './key-action.ts'
import { InvalidLinkNotice } from './key-page.tsx'
import * as styles from './preferences.module.css'
import { showEmail } from '#platform/text/shown-email.client.ts'

export default function NewsletterPreferencesPage() {
  const keyParameter = useSearchParams()[0].get('key')
  // Links in older emails have their key in the fragment, which is not sent to the server, so they need JavaScript.
  const fragmentKey = useLocation().hash.slice(1)
  const isMounted = useMounted()
  const token = keyParameter ?? (isMounted ? fragmentKey : '')
  const preferences = useQuery({ ...preferencesQuery(token), enabled: token !== '' })
  const isUnknown = token === '' ? isMounted : preferences.error instanceof ApiError && [400, 404].includes(preferences.error.status)
  return (
    <AuthLayout title="Newsletter preferences" deck={preferences.data && `The newsletter for ${showEmail(preferences.data.email)}.`}>
      {keyParameter === null && (
        <noscript>
          <Notice>This page needs JavaScript.</Notice>
        </noscript>
      )}
      {isUnknown ? (
        <>
          <InvalidLinkNotice />
          <p className="actions">
            <ButtonLink variant="quiet" to={paths.newsletter()}>
              Subscribe to the newsletter
            </ButtonLink>
          </p>
        </>
      ) : preferences.isError ? (
        <ErrorState
          title="Your preferences could not be loaded"
          action={
            <Button variant="quiet" onClick={() => void preferences.refetch()}>
              Try again
            </Button>
          }
        />
      ) : preferences.data ? (
        <InterestsForm token={token} storedPreferences={preferences.data} />
      ) : (
        isMounted && <Spinner label="Loading your preferences" />
      )}
    </AuthLayout>
  )
}

function InterestsForm({ token, storedPreferences: { interests } }: { token: string; storedPreferences: NewsletterPreferences }) {
  const queryClient = useQueryClient()
  const categories = useQuery(categoriesQuery())
  const actionOutcome = useActionData<KeyActionState<unknown>>()?.outcome
  const [isSaved, setSaved] = useState(actionOutcome === 'done')
  const { props, values, change, busy, problem } = useForm({
    start: { interests },
    toBody: (body) => body.interests,
    send: (categoryIds) => changePreferences(token, categoryIds),
    onDone: (savedPreferences) => {
      queryClient.setQueryData(preferencesQuery(token).queryKey, savedPreferences)
      setSaved(true)
    },
  })
  const toggleCategory = (categoryId: number, isOn: boolean) => {
    setSaved(false)
    change({ interests: isOn ? [...values.interests, categoryId] : values.interests.filter((interest) => interest !== categoryId) })
  }
  return (
    <form {...props} action={preferencesPath(token)} className={styles.choose}>
      <fieldset className={styles.interests}>
        <legend>Send me issues about</legend>
        {(categories.data?.items ?? []).map(({ id, name }) => (
          <Switch
            key={id}
            label={name}
            name="interest"
            value={id}
            checked={values.interests.includes(id)}
            onChange={(isOn) => toggleCategory(id, isOn)}
          />
        ))}
      </fieldset>
      <p className="hint">
        {values.interests.length === 0 ? 'If you choose nothing, you get every issue.' : 'You also get issues that cover all topics.'}
      </p>
      {isSaved && !busy && (
        <Notice tone="good" role="status" className={styles.chosen}>
          Saved.
        </Notice>
      )}
      {(problem ?? actionOutcome === 'failed') && !isSaved && (
        <Notice tone="bad" role="alert" className={styles.chosen}>
          Your preferences could not be saved. Please try again.
        </Notice>
      )}
      <p className="actions">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
        <ButtonLink variant="quiet" to={unsubscribePath(token)}>
          Unsubscribe
        </ButtonLink>
      </p>
    </form>
  )
}
