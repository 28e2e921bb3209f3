/** Asks once, on the overview of a public main site, whether launching stays open to everyone. */
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
  const [pendingChoice, setPendingChoice] = useState<'open' | 'closed'>()
  // `launches` is false on launched sites, which cannot launch sites themselves.
  const settings = useQuery({ ...launchSettingsQuery(), enabled: site?.launches === true }).data
  if (!site?.launches || !settings?.isQuestionOpen) return null
  const answer = async (choice: 'open' | 'closed') => {
    setPendingChoice(choice)
    try {
      queryClient.setQueryData(launchSettingsQuery().queryKey, await answerLaunchQuestion(choice))
      const title = choice === 'open' ? 'Launching stays open' : 'Launching is closed'
      toast({ title, message: 'You can change it under Copies.' })
    } catch (error) {
      toast({ title: 'Choice not saved', message: failureReason(error), tone: 'destructive' })
      void queryClient.invalidateQueries({ queryKey: launchSettingsQuery().queryKey })
    } finally {
      setPendingChoice(undefined)
    }
  }
  return (
    <section className={styles.question} aria-labelledby="launch-question">
      <Icon name="unlock" />
      <div>
        <h2 id="launch-question">Anyone can launch a copy of this site. Do you want to allow this?</h2>
        <p>
          Your site is public now, and anyone can create a small site on this server from the Deploy page. Each copy has limits, which you
          can change under Copies.
        </p>
        <p className={styles.answers}>
          <Button
            variant="quiet"
            busy={pendingChoice === 'open'}
            disabled={pendingChoice !== undefined}
            onClick={() => void answer('open')}
          >
            Keep it open
          </Button>
          <Button
            variant="quiet"
            busy={pendingChoice === 'closed'}
            disabled={pendingChoice !== undefined}
            onClick={() => void answer('closed')}
          >
            Close launching
          </Button>
        </p>
      </div>
    </section>
  )
}
