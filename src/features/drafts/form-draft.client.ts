import type { Form } from '#platform/client/forms/form.client.ts'

export interface FormDraftProps {
  form: Pick<Form<unknown>, 'draft' | 'isChanged' | 'busy' | 'isDraftStored'>
  /** Name of the form, such as `reply`. */
  name: string
  /** Distinguishes several forms with the same name, such as by the topic's id. */
  subject?: string | number | undefined
}
