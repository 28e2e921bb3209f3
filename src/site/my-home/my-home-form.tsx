/** The form of one's own home. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { eraseOwnHome, ownHomeQuery, saveOwnHome, storeDeviceHome } from '#features/tools/own-home/own-home.client.ts'
import { HOME_FIELDS, type HomeField, type OwnHome } from '#features/tools/own-home/own-home.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { toRecord } from '#platform/client/typed-entries.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { HomeFieldControl } from './home-field.tsx'
import { HOME_QUESTIONS } from './home-questions.ts'
import * as styles from './my-home.module.css'

/** The tools' own checks, fetched when the form is first sent: what a browser keeps is checked like what an account keeps. */
const readAnswers = async (given: OwnHome) =>
  (await import('#features/tools/own-home/home-inputs.policy.ts')).readHomeAnswers(given, new Date().toISOString().slice(0, 10))

async function loadChecks() {
  const { readHomeAnswers } = await import('#features/tools/own-home/home-inputs.policy.ts')
  return {
    safeParse(value: unknown) {
      const { errors } = readHomeAnswers(value as OwnHome, new Date().toISOString().slice(0, 10))
      return { error: { issues: Object.entries(errors).map(([field, message]) => ({ path: [field], message })) } }
    },
  }
}

const withoutBlanks = (values: Record<HomeField, string>): OwnHome =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''))

interface MyHomeFormProps {
  home: OwnHome
  isMember: boolean
  isKept: boolean
}

export function MyHomeForm({ home, isMember, isKept }: MyHomeFormProps) {
  const queryClient = useQueryClient()
  const entry = useForm({
    start: toRecord(HOME_FIELDS, (field) => home[field] ?? ''),
    toBody: withoutBlanks,
    contract: loadChecks,
    async send(body) {
      if (isMember) return queryClient.setQueryData(ownHomeQuery().queryKey, await saveOwnHome(body))
      storeDeviceHome((await readAnswers(body)).home)
    },
    onDone: () => toast({ title: 'Your home is kept', message: 'It fills every tool from now on.' }),
  })
  return (
    <form {...entry.props} className={styles.form} aria-label="My home">
      {HOME_QUESTIONS.map(({ title, questions }) => (
        <section key={title} className={styles.group}>
          <h2>{title}</h2>
          {questions.map((question) => (
            <HomeFieldControl
              key={question.field}
              question={question}
              field={entry.field(question.field)}
              onChange={(text) => entry.change({ [question.field]: text })}
            />
          ))}
        </section>
      ))}
      {entry.problem && (
        <Notice tone="bad" role="alert" title="Your home was not kept">
          {failureReason(entry.problem)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" busy={entry.busy} busyLabel="Keeping it…">
          Keep my home
        </Button>
        {isKept && <Forget isMember={isMember} />}
      </div>
    </form>
  )
}

function Forget({ isMember }: { isMember: boolean }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const forget = async () => {
    setBusy(true)
    try {
      if (isMember) queryClient.setQueryData(ownHomeQuery().queryKey, await eraseOwnHome())
      storeDeviceHome({})
      toast({ title: 'Your home is forgotten', message: 'Nothing of it is kept any more.' })
    } catch (fault) {
      toast({ title: 'Your home was not deleted', message: failureReason(fault), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="danger" busy={busy} busyLabel="Forgetting it…" onClick={() => void forget()}>
      Forget it
    </Button>
  )
}
