import { Button } from '#ui/button.tsx'
import { LateNotice } from '#ui/late-notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { useMounted } from '#ui/use-mounted.ts'
import { answer, type FeatureName } from './deploy-answers.ts'
import { ANALYTICS, FEATURES } from './deploy-words.ts'
import type { StepProps } from './step-props.ts'

export function FeaturesStep({ assistant: { answers }, go }: StepProps) {
  const alive = useMounted()
  return (
    <>
      <h2 tabIndex={-1}>Features</h2>
      <p className="deploy-deck">What is off is gone from the menu, the pages and the API. Nothing is lost: you can switch it on later.</p>
      <div className="deploy-switches">
        {Object.entries(FEATURES).map(([name, words]) => (
          <Switch
            key={name}
            label={words.label}
            hint={words.text}
            name={`features.${name}`}
            checked={answers.features[name as FeatureName]}
            onChange={(on) => answer({ features: { ...answers.features, [name]: on } })}
          />
        ))}
        <Switch
          label={ANALYTICS.label}
          hint={ANALYTICS.text}
          name="analyticsEnabled"
          checked={answers.analyticsEnabled}
          onChange={(analyticsEnabled) => answer({ analyticsEnabled })}
        />
      </div>
      <div className="actions deploy-actions">
        <Button type="submit" disabled={!alive} data-waiting={!alive || undefined} onClick={() => go(3)}>
          Continue
        </Button>
        <Button variant="quiet" onClick={() => go(1)}>
          Back
        </Button>
        <LateNotice what="This form" />
      </div>
    </>
  )
}
