import { formatEnquiryMonths, formatFeatures, formatNewcomers, formatSecondFactor, SETTING_LABELS } from './setting-labels.ts'
import { VersionConflict, type ComparedFields } from '#features/drafts/version-conflict.tsx'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useUnsavedGuard } from '#admin/panel/use-unsaved-guard.tsx'
import { changeSettings, settingsQuery, type FullSettings, type SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import { ApiError, failureReason } from '#platform/client/api.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input, Textarea } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { Switch } from '#ui/forms/switch.tsx'
import { SETTING_NAME_MAX, SETTING_TAGLINE_MAX, SETTING_DESCRIPTION_MAX } from '#features/sites/site-settings-limits.policy.ts'
import { NewcomerSettings } from './newcomer-settings.tsx'
import { PeopleSettings } from './people-settings.tsx'
import * as styles from './settings.module.css'

const toForm = ({
  name,
  tagline,
  description,
  features,
  guestPosting,
  newcomers,
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
  newcomers,
  enquiryEmail,
  enquiryMonths,
  adminSecondFactor,
  analytics,
})

const COMPARED_FIELDS: ComparedFields<SiteSettingsForm> = {
  ...SETTING_LABELS,
  features: { label: SETTING_LABELS.features, format: formatFeatures },
  newcomers: { label: SETTING_LABELS.newcomers, format: formatNewcomers },
  enquiryMonths: { label: SETTING_LABELS.enquiryMonths, format: formatEnquiryMonths },
  adminSecondFactor: { label: SETTING_LABELS.adminSecondFactor, format: formatSecondFactor },
}

export function SettingsForm({ stored }: { stored: FullSettings }) {
  const queryClient = useQueryClient()
  const form = useForm({
    start: toForm(stored),
    toBody: (values) => values,
    version: stored.version,
    send: (body, version) => changeSettings({ ...body, version }),
    onDone: async (saved) => {
      queryClient.setQueryData(settingsQuery().queryKey, saved)
      await waitForRefresh()
      toast({ title: 'Settings saved' })
    },
    onFailed: (error) => {
      const message = error instanceof ApiError && error.errors.length ? 'Please check the marked fields.' : failureReason(error)
      toast({ title: 'Settings not saved', message, tone: 'destructive' })
    },
  })
  const { values, errors, change, field, isChanged, busy } = form
  const { confirmDialog } = useUnsavedGuard(isChanged && !form.isDraftStored)

  return (
    <form {...form.props} className={styles.settings}>
      <FormDraft form={form} name="settings" />
      <VersionConflict form={form} toValues={toForm} fields={COMPARED_FIELDS} />
      <fieldset>
        <legend>The site</legend>
        <Field label={SETTING_LABELS.name} required error={errors.name}>
          {(control) => <Input {...control} {...field('name').input} maxLength={SETTING_NAME_MAX} />}
        </Field>
        <Field label={SETTING_LABELS.tagline} error={errors.tagline} hint="Shown next to the name.">
          {(control) => <Input {...control} {...field('tagline').input} maxLength={SETTING_TAGLINE_MAX} />}
        </Field>
        <Field label={SETTING_LABELS.description} required error={errors.description} hint="Shown by search engines and in shared links.">
          {(control) => <Textarea {...control} {...field('description').input} rows={3} maxLength={SETTING_DESCRIPTION_MAX} />}
        </Field>
      </fieldset>
      <PeopleSettings form={form} />
      <NewcomerSettings form={form} />
      <fieldset>
        <legend>{SETTING_LABELS.features}</legend>
        {entriesOf(FEATURE_SWITCHES).map(([name, { label, off }]) => (
          <Switch
            key={name}
            label={label}
            hint={off}
            checked={values.features[name]}
            onChange={(isOn) => change({ features: { ...values.features, [name]: isOn } })}
          />
        ))}
      </fieldset>
      <fieldset id="visits">
        <legend>Visits</legend>
        <Switch
          label={SETTING_LABELS.analytics}
          hint="Page views and visitors per day, visible to administrators only. No cookies, no third parties."
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
      {confirmDialog}
    </form>
  )
}
