import type { Form } from '#platform/client/forms/form.client.ts'

export interface FormDraftProps {
  form: Pick<Form<unknown>, 'draft' | 'isChanged' | 'busy' | 'isDraftStored'>
  /** Which form it is: `reply`. */
  name: string
  /** What it is about, where there are several: the topic's id. */
  subject?: string | number | undefined
}
