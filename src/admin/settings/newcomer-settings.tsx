import type { SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import {
  FIRST_DAY_POSTS_MAX,
  LINKS_MAX,
  SECONDS_BETWEEN_POSTS_MAX,
  TYPING_SECONDS_MAX,
  type NewcomerLimits,
} from '#features/trust/trust.policy.ts'
import type { Form } from '#platform/client/forms/form.client.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { Field, Input } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { NEWCOMER_LABELS } from './setting-labels.ts'
import * as styles from './settings.module.css'

const MAXIMA = {
  firstDayTopics: FIRST_DAY_POSTS_MAX,
  firstDayReplies: FIRST_DAY_POSTS_MAX,
  maxLinks: LINKS_MAX,
  secondsBetweenPosts: SECONDS_BETWEEN_POSTS_MAX,
  minTypingSeconds: TYPING_SECONDS_MAX,
} satisfies Partial<Record<keyof NewcomerLimits, number>>

const HINTS: Record<keyof typeof MAXIMA, string> = {
  firstDayTopics: 'Further topics are refused until the day is over.',
  firstDayReplies: 'Further replies are refused until the day is over.',
  maxLinks: 'Posts with more links wait for approval.',
  secondsBetweenPosts: 'A post that comes sooner is refused; its text is kept.',
  minTypingSeconds: 'A first post that was written faster waits for approval, because programs write like that.',
}

/** Renders the limits for new members. */
export function NewcomerSettings({ form: { values, errors, change } }: { form: Form<SiteSettingsForm> }) {
  const limits = values.newcomers
  const set = (part: Partial<NewcomerLimits>) => change({ newcomers: { ...limits, ...part } })
  return (
    <fieldset id="newcomers">
      <legend>New members</legend>
      <p className="hint">
        Limits for level 1, and for everyone on the day after joining. Administrators are exempt. 0 turns a limit off. The about page
        explains them to your members.
      </p>
      <div className={styles.settingsNumbers}>
        {keysOf(MAXIMA).map((name) => (
          <Field
            key={name}
            label={NEWCOMER_LABELS[name]}
            hint={HINTS[name]}
            error={errors.newcomers && !isValid(limits[name], MAXIMA[name]) && `Enter a whole number from 0 to ${MAXIMA[name]}`}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                name={`newcomers.${name}`}
                inputMode="numeric"
                min={0}
                max={MAXIMA[name]}
                step={1}
                value={Number.isNaN(limits[name]) ? '' : limits[name]}
                onChange={({ target }) => set({ [name]: target.valueAsNumber })}
              />
            )}
          </Field>
        ))}
      </div>
      <Switch
        label={NEWCOMER_LABELS.areRightsEarned}
        hint="Until then, posts with pictures or links to sites that no moderator has approved wait, and downvotes are not possible."
        checked={limits.areRightsEarned}
        onChange={(areRightsEarned) => set({ areRightsEarned })}
      />
      <Switch
        label={NEWCOMER_LABELS.holdsRepeatedText}
        hint="Below level 3: the same text within 24 hours by one member or network, or by several new members."
        checked={limits.holdsRepeatedText}
        onChange={(holdsRepeatedText) => set({ holdsRepeatedText })}
      />
    </fieldset>
  )
}

const isValid = (value: number, max: number): boolean => Number.isInteger(value) && value >= 0 && value <= max
