import { useId } from 'react'
import { defaultSiteDescription } from '#features/sites/default-texts.policy.ts'
import { CURRENCIES } from '#features/sites/currency.policy.ts'
import { CURRENCY_NAMES, REGION_NAMES, REGIONS } from '#features/sites/region.policy.ts'
import { Button } from '#ui/actions/button.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Field, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { setAnswers, type DeployAnswers } from './deploy-state.ts'
import { CONTENT_LABELS } from './deploy-labels.ts'
import type { StepProps } from './step-props.ts'
import { useHostName } from './use-host.ts'
import { SITE_NAME_MAX, SITE_DESCRIPTION_MAX, DOMAIN_NAME_MAX } from '#features/deployment/deployment-limits.policy.ts'
import * as styles from './deploy.module.css'

export function BasicStep({ state: { answers, errors }, isChecking }: StepProps) {
  const host = useHostName()
  const id = useId()
  const isMounted = useMounted()

  return (
    <>
      <h2 tabIndex={-1}>Basic Info</h2>
      <Field
        label="Site name"
        required
        error={errors['siteName']}
        hint="Shown in the header, in page titles and, shortened, in the address."
      >
        {(control) => (
          <Input
            {...control}
            name="siteName"
            maxLength={SITE_NAME_MAX}
            autoComplete="off"
            placeholder="Green Street"
            value={answers.siteName}
            onChange={({ target }) => setAnswers({ siteName: target.value })}
          />
        )}
      </Field>
      <Field
        label="Description"
        error={errors['description']}
        hint="A sentence or two for the footer, search engines and shared links. If you leave it blank, it lists what your site has."
      >
        {(control) => (
          <Textarea
            {...control}
            name="description"
            rows={3}
            maxLength={SITE_DESCRIPTION_MAX}
            placeholder={defaultSiteDescription(answers.features)}
            value={answers.description}
            onChange={({ target }) => setAnswers({ description: target.value })}
          />
        )}
      </Field>
      <div className={styles.deployPair}>
        <Field label="Primary region" error={errors['primaryRegion']} hint="Sets the language and the date format.">
          {(control) => (
            <Select
              {...control}
              name="primaryRegion"
              value={answers.primaryRegion}
              onChange={({ target }) => setAnswers({ primaryRegion: target.value as DeployAnswers['primaryRegion'] })}
            >
              <Options of={REGIONS.map((region) => [region, REGION_NAMES[region]])} />
            </Select>
          )}
        </Field>
        <Field label="Default currency" error={errors['defaultCurrency']} hint="Shown before product prices.">
          {(control) => (
            <Select
              {...control}
              name="defaultCurrency"
              value={answers.defaultCurrency}
              onChange={({ target }) => setAnswers({ defaultCurrency: target.value as DeployAnswers['defaultCurrency'] })}
            >
              <Options of={CURRENCIES.map((currency) => [currency, CURRENCY_NAMES[currency]])} />
            </Select>
          )}
        </Field>
      </div>
      <Field
        label="Domain name (optional)"
        error={errors['domainName']}
        hint={
          <>
            A domain that you own, such as <b>example.org</b>. It needs a DNS record (CNAME or A) that points to <b>{host}</b>.
          </>
        }
      >
        {(control) => (
          <Input
            {...control}
            name="domainName"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={DOMAIN_NAME_MAX}
            value={answers.domainName}
            onChange={({ target }) => setAnswers({ domainName: target.value })}
          />
        )}
      </Field>
      <fieldset className={styles.deployChoice}>
        <legend>Initial content</legend>
        {Object.entries(CONTENT_LABELS).map(([value, { label, text }]) => (
          <div key={value} className={styles.deployOption}>
            <input
              id={`${id}-${value}`}
              type="radio"
              name="content"
              value={value}
              aria-describedby={`${id}-${value}-text`}
              checked={answers.content === value}
              onChange={() => setAnswers({ content: value as DeployAnswers['content'] })}
            />
            <label htmlFor={`${id}-${value}`}>{label}</label>
            <p id={`${id}-${value}-text`}>{text}</p>
          </div>
        ))}
      </fieldset>
      <div className={`actions ${styles.deployActions}`}>
        <Button type="submit" disabled={!isMounted} data-waiting={!isMounted || undefined} busy={isChecking}>
          Continue
        </Button>
        <LateNotice what="This form" />
      </div>
    </>
  )
}
