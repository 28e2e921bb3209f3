import type { Form } from '#platform/client/forms/form.client.ts'

export interface FormDraftProps {
  form: Pick<Form<unknown>, 'draft' | 'isChanged' | 'busy' | 'isDraftStored'>
  /** Form name, such as `reply`. */
  name: string
  /** Distinguishes several forms of one name, such as the topic's id. */
  subject?: string | number | undefined
}
