/** Form in which members and visitors enter their own home. */
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
import { HOME_QUESTIONS, isAsked } from './home-questions.ts'
import * as styles from './my-home.module.css'
import { toUtcDay } from '#wording/iso-day.ts'

/** Normalises inputs by the server's rules, so that device storage contains only valid ones. The rules are loaded on the first submit. */
const parseInputs = async (inputs: OwnHome) =>
  (await import('#features/tools/own-home/home-inputs.policy.ts')).readHomeAnswers(inputs, toUtcDay())

/** Loads the same rules as a schema for the form. */
async function loadFormSchema() {
  const { readHomeAnswers } = await import('#features/tools/own-home/home-inputs.policy.ts')
  return {
    safeParse(value: unknown) {
      const { errors } = readHomeAnswers(value as OwnHome, toUtcDay())
      return { error: { issues: Object.entries(errors).map(([field, message]) => ({ path: [field], message })) } }
    },
  }
}

const omitBlankValues = (values: Record<HomeField, string>): OwnHome =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''))

interface MyHomeFormProps {
  home: OwnHome
  isMember: boolean
  isSaved: boolean
}

export function MyHomeForm({ home, isMember, isSaved }: MyHomeFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    start: toRecord(HOME_FIELDS, (field) => home[field] ?? ''),
    toBody: omitBlankValues,
    contract: loadFormSchema,
    async send(body) {
      if (isMember) return queryClient.setQueryData(ownHomeQuery().queryKey, await saveOwnHome(body))
      storeDeviceHome((await parseInputs(body)).home)
    },
    onDone: () => toast({ title: 'Your home is saved', message: 'Every tool now uses it.' }),
  })
  return (
    <form {...form.props} className={styles.form} aria-label="My home">
      {HOME_QUESTIONS.map(({ title, questions }) => (
        <section key={title} className={styles.group}>
          <h2>{title}</h2>
          {questions
            .filter((question) => isAsked(question, (field) => form.field(field).input.value))
            .map((question) => (
              <HomeFieldControl
                key={question.field}
                question={question}
                field={form.field(question.field)}
                onChange={(text) => form.change({ [question.field]: text })}
              />
            ))}
        </section>
      ))}
      {form.problem && (
        <Notice tone="bad" role="alert" title="Your home could not be saved">
          {failureReason(form.problem)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" busy={form.busy} busyLabel="Saving…">
          Save my home
        </Button>
        {isSaved && <DeleteHomeButton isMember={isMember} />}
      </div>
    </form>
  )
}

function DeleteHomeButton({ isMember }: { isMember: boolean }) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const deleteHome = async () => {
    setBusy(true)
    try {
      if (isMember) queryClient.setQueryData(ownHomeQuery().queryKey, await eraseOwnHome())
      storeDeviceHome({})
      toast({ title: 'Your home is deleted', message: 'We have removed all of its details.' })
    } catch (error) {
      toast({ title: 'Your home could not be deleted', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="danger" busy={isBusy} busyLabel="Deleting…" onClick={() => void deleteHome()}>
      Delete my home
    </Button>
  )
}
