import { formatEnquiryMonths, formatSecondFactor, SETTING_LABELS } from './setting-labels.ts'
import type { SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import type { Form } from '#platform/client/forms/form.client.ts'
import { getOwn } from '#platform/client/get-own.client.ts'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { SETTING_ENQUIRY_EMAIL_MAX } from '#features/sites/site-settings-limits.policy.ts'

/** Options for the period after which closed enquiries are anonymised, in months; 0 means never. */
const ENQUIRY_MONTHS = [3, 6, 12, 24, 36, 72, 0]

const SECOND_FACTOR_BY_VALUE: Record<string, boolean | null> = { true: true, false: false, null: null }

/** Renders the settings for guest posting, second factors and enquiries. */
export function PeopleSettings({ form }: { form: Form<SiteSettingsForm> }) {
  const { values, errors, change, field } = form
  return (
    <fieldset>
      <legend>People</legend>
      <Switch
        label={SETTING_LABELS.guestPosting}
        hint="Visitors who are not signed in act as Community Guest. Their posts with links wait for approval."
        checked={values.guestPosting}
        onChange={(guestPosting) => change({ guestPosting })}
      />
      <Field
        label={SETTING_LABELS.adminSecondFactor}
        error={errors.adminSecondFactor}
        hint="One-time codes, or a passkey in addition to the password. Administrators without either must set one up first."
      >
        {(control) => (
          <Select
            {...control}
            name="adminSecondFactor"
            value={String(values.adminSecondFactor)}
            onChange={({ target }) => change({ adminSecondFactor: getOwn(SECOND_FACTOR_BY_VALUE, target.value) ?? null })}
          >
            <Options of={[null, true, false].map((isRequired) => [String(isRequired), formatSecondFactor(isRequired)])} />
          </Select>
        )}
      </Field>
      <Field
        label={SETTING_LABELS.enquiryEmail}
        error={errors.enquiryEmail}
        hint="Separate several addresses with commas. Leave blank to send no email; enquiries still appear in their list."
      >
        {(control) => <Input {...control} {...field('enquiryEmail').input} maxLength={SETTING_ENQUIRY_EMAIL_MAX} inputMode="email" />}
      </Field>
      <Field
        label={SETTING_LABELS.enquiryMonths}
        error={errors.enquiryMonths}
        hint="Names, addresses, messages and notes are removed; the product and the outcome are kept. See Data retention for all periods."
      >
        {(control) => (
          <Select
            {...control}
            name="enquiryMonths"
            value={String(values.enquiryMonths)}
            onChange={({ target }) => change({ enquiryMonths: Number(target.value) })}
          >
            <Options of={[...new Set([...ENQUIRY_MONTHS, values.enquiryMonths])].map((months) => [months, formatEnquiryMonths(months)])} />
          </Select>
        )}
      </Field>
    </fieldset>
  )
}
