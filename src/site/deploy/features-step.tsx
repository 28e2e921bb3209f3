import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import { Button } from '#ui/actions/button.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { setAnswers } from './deploy-state.ts'
import { ANALYTICS_LABELS } from './deploy-labels.ts'
import type { StepProps } from './step-props.ts'
import * as styles from './deploy.module.css'

export function FeaturesStep({ state: { answers }, isChecking, goToStep }: StepProps) {
  const isMounted = useMounted()
  return (
    <>
      <h2 tabIndex={-1}>Features</h2>
      <p className={styles.deployDeck}>
        Features that you switch off are hidden from the menu, the pages and the API. You can switch them on later; nothing is lost.
      </p>
      <div className={styles.deploySwitches}>
        {entriesOf(FEATURE_SWITCHES).map(([name, { label, about }]) => (
          <Switch
            key={name}
            label={label}
            hint={about}
            name={`features.${name}`}
            checked={answers.features[name]}
            onChange={(isOn) => setAnswers({ features: { ...answers.features, [name]: isOn } })}
          />
        ))}
        <Switch
          label={ANALYTICS_LABELS.label}
          hint={ANALYTICS_LABELS.text}
          name="analyticsEnabled"
          checked={answers.analyticsEnabled}
          onChange={(analyticsEnabled) => setAnswers({ analyticsEnabled })}
        />
      </div>
      <div className={`actions ${styles.deployActions}`}>
        <Button type="submit" disabled={!isMounted} data-waiting={!isMounted || undefined} busy={isChecking}>
          Continue
        </Button>
        <Button variant="quiet" onClick={() => goToStep(1)}>
          Back
        </Button>
        <LateNotice what="This form" />
      </div>
    </>
  )
}
