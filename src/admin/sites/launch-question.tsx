/** Asked once on the overview of a public main site: whether everybody is to launch copies of it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerLaunchQuestion, launchSettingsQuery } from '#features/deployment/copies/copies.client.ts'
import { siteQuery } from '#features/sites/site.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from './launch-question.module.css'

export function LaunchQuestion() {
  const site = useQuery(siteQuery()).data
  const queryClient = useQueryClient()
  const [answering, setAnswering] = useState<'open' | 'closed'>()
  // A copy launches none, and has nobody to ask.
  const settings = useQuery({ ...launchSettingsQuery(), enabled: site?.launches === true }).data
  if (!site?.launches || !settings?.isQuestionOpen) return null
  const answer = async (given: 'open' | 'closed') => {
    setAnswering(given)
    try {
      queryClient.setQueryData(launchSettingsQuery().queryKey, await answerLaunchQuestion(given))
      const title = given === 'open' ? 'Launching stays open' : 'Launching is closed'
      toast({ title, message: 'You can change it under Copies.' })
    } catch (fault) {
      toast({ title: 'The answer was not saved', message: failureReason(fault), tone: 'destructive' })
      void queryClient.invalidateQueries({ queryKey: launchSettingsQuery().queryKey })
    } finally {
      setAnswering(undefined)
    }
  }
  return (
    <section className={styles.question} aria-labelledby="launch-question">
      <Icon name="unlock" />
      <div>
        <h2 id="launch-question">Everybody can launch a copy of this site. Is that wanted?</h2>
        <p>
          Your site is public now, and the Deploy page gives anyone a small site of their own on this server. Each has limits, which you see
          and set under Copies.
        </p>
        <p className={styles.answers}>
          <Button variant="quiet" busy={answering === 'open'} disabled={answering !== undefined} onClick={() => void answer('open')}>
            Leave it open
          </Button>
          <Button variant="quiet" busy={answering === 'closed'} disabled={answering !== undefined} onClick={() => void answer('closed')}>
            Close launching
          </Button>
        </p>
      </div>
    </section>
  )
}
