import { useId } from 'react'
import { Button } from '#ui/button.tsx'
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
            {...words}
            name={`features.${name}`}
            checked={answers.features[name as FeatureName]}
            onChange={(on) => answer({ features: { ...answers.features, [name]: on } })}
          />
        ))}
        <Switch
          {...ANALYTICS}
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
      </div>
    </>
  )
}

interface SwitchProps {
  label: string
  text: string
  name: string
  checked: boolean
  onChange: (on: boolean) => void
}

function Switch({ label, text, name, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="deploy-switch">
      <input
        id={id}
        name={name}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={`${id}-text`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-text`}>{text}</p>
    </div>
  )
}
