import type { Form } from '#platform/client/forms/form.client.ts'

export interface FormDraftProps {
  form: Pick<Form<unknown>, 'draft' | 'isChanged' | 'busy' | 'isDraftStored'>
  /** Name of the form, such as `reply`. */
  name: string
  /** Distinguishes several forms with the same name, such as by the topic's id. */
  subject?: string | number | undefined
  /** Whether the path of the page leads to the form and is not secret, so that the member's list of drafts can link to it. */
  isPathStored?: boolean
}
