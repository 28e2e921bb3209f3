/** What holds for the whole site. Nothing is stored before Save, and everything follows at once after it. */
import { entriesOf } from '#platform/typed-entries.client.ts'
import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { useUnsavedGuard } from '#admin/panel/use-unsaved-guard.tsx'
import { changeSettings, settingsQuery, type FullSettings, type SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import { ApiError, failureReason } from '#platform/api.client.ts'
import { useForm } from '#platform/form.client.ts'
import { getOwn } from '#platform/get-own.client.ts'
import { whenRefreshed } from '#platform/query-refresh.client.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field, Input, Select, Textarea } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast-store.ts'
import { Switch } from '#ui/switch.tsx'
import { DemoContent } from './demo-content.tsx'
import { OwnQuotas } from './own-quotas.tsx'
import { MailArrival } from './mail-arrival.tsx'
import { OwnDomain } from './own-domain.tsx'
import { DownloadArchive } from './download-archive.tsx'
import {
  SETTING_NAME_MAX,
  SETTING_TAGLINE_MAX,
  SETTING_DESCRIPTION_MAX,
  SETTING_ENQUIRY_EMAIL_MAX,
} from '#features/sites/site-settings.endpoints.ts'
import * as styles from './settings.module.css'

export default function SettingsPage() {
  const settings = useQuery({ ...settingsQuery(), refetchOnMount: 'always' })
  return (
    <>
      <AdminHead title="Settings" />
      {settings.isSuccess ? (
        <>
          <SettingsForm stored={settings.data} />
          <OwnDomain />
          <MailArrival />
          <OwnQuotas />
          <DownloadArchive />
          {settings.data.demoContent && <DemoContent />}
        </>
      ) : settings.isError ? (
        <ErrorState
          title="The settings could not be loaded"
          text={failureReason(settings.error)}
          action={<Button onClick={() => void settings.refetch()}>Try again</Button>}
        />
      ) : (
        <Spinner />
      )}
    </>
  )
}

/** 0: never. */
const ENQUIRY_MONTHS = [3, 6, 12, 24, 36, 72, 0]

const DEMANDS: Record<string, boolean | null> = { true: true, false: false, null: null }

const formOf = ({
  name,
  tagline,
  description,
  features,
  guestPosting,
  enquiryEmail,
  enquiryMonths,
  adminSecondFactor,
  analytics,
}: FullSettings): SiteSettingsForm => ({
  name,
  tagline,
  description,
  features,
  guestPosting,
  enquiryEmail,
  enquiryMonths,
  adminSecondFactor,
  analytics,
})

function SettingsForm({ stored }: { stored: FullSettings }) {
  const queryClient = useQueryClient()
  const form = useForm({
    start: formOf(stored),
    toBody: (values) => values,
    send: changeSettings,
    onDone: async (saved) => {
      queryClient.setQueryData(settingsQuery().queryKey, saved)
      await whenRefreshed()
      toast({ title: 'Settings saved' })
    },
    onFailed: (fault) => {
      const message = fault instanceof ApiError && fault.errors.length ? 'Please check what is marked.' : failureReason(fault)
      toast({ title: 'Settings not saved', message, tone: 'destructive' })
    },
  })
  const { values, errors, change, field, isChanged, busy } = form
  const { question } = useUnsavedGuard(isChanged)

  return (
    <form {...form.props} className={styles.settings}>
      <fieldset>
        <legend>The site</legend>
        <Field label="Name" required error={errors.name}>
          {(control) => <Input {...control} {...field('name').input} maxLength={SETTING_NAME_MAX} />}
        </Field>
        <Field label="Tagline" error={errors.tagline} hint="Stands beside the name.">
          {(control) => <Input {...control} {...field('tagline').input} maxLength={SETTING_TAGLINE_MAX} />}
        </Field>
        <Field label="Description" required error={errors.description} hint="What search engines and shared links show.">
          {(control) => <Textarea {...control} {...field('description').input} rows={3} maxLength={SETTING_DESCRIPTION_MAX} />}
        </Field>
      </fieldset>
      <fieldset>
        <legend>People</legend>
        <Switch
          label="Guests may post"
          hint="Visitors who are not signed in act as Community Guest. Their posts with links wait for approval."
          checked={values.guestPosting}
          onChange={(guestPosting) => change({ guestPosting })}
        />
        <Field
          label="Administrators need a second factor"
          error={errors.adminSecondFactor}
          hint="One-time codes, or a passkey after the password. Whoever has neither is sent to set one up before anything else."
        >
          {(control) => (
            <Select
              {...control}
              name="adminSecondFactor"
              value={String(values.adminSecondFactor)}
              onChange={({ target }) => change({ adminSecondFactor: getOwn(DEMANDS, target.value) ?? null })}
            >
              <option value="null">Once one of them has one</option>
              <option value="true">Always</option>
              <option value="false">No</option>
            </Select>
          )}
        </Field>
        <Field
          label="New enquiries are mailed to"
          error={errors.enquiryEmail}
          hint="One or more addresses with commas between them. Empty: nobody is mailed, and enquiries wait in their list."
        >
          {(control) => <Input {...control} {...field('enquiryEmail').input} maxLength={SETTING_ENQUIRY_EMAIL_MAX} inputMode="email" />}
        </Field>
        <Field
          label="Closed enquiries are made anonymous"
          error={errors.enquiryMonths}
          hint="Name, addresses, messages and notes go; the product and what became of it stay. All periods stand under Retention."
        >
          {(control) => (
            <Select
              {...control}
              name="enquiryMonths"
              value={String(values.enquiryMonths)}
              onChange={({ target }) => change({ enquiryMonths: Number(target.value) })}
            >
              {[...new Set([...ENQUIRY_MONTHS, values.enquiryMonths])].map((months) => (
                <option key={months} value={months}>
                  {months === 0 ? 'Never' : `After ${months} months`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </fieldset>
      <fieldset>
        <legend>Features</legend>
        {entriesOf(FEATURE_SWITCHES).map(([name, { label, off }]) => (
          <Switch
            key={name}
            label={label}
            hint={off}
            checked={values.features[name]}
            onChange={(on) => change({ features: { ...values.features, [name]: on } })}
          />
        ))}
      </fieldset>
      <fieldset id="visits">
        <legend>Visits</legend>
        <Switch
          label="Count visits"
          hint="Page views and visitors per day, for administrators alone. Without cookies, and without another company."
          checked={values.analytics}
          onChange={(analytics) => change({ analytics })}
        />
      </fieldset>
      <div className={styles.settingsSave}>
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={!isChanged}>
          Save
        </Button>
        {isChanged && (
          <Button variant="quiet" disabled={busy} onClick={form.reset}>
            Undo changes
          </Button>
        )}
      </div>
      {question}
    </form>
  )
}
