/** Fields of a case study: facts about a home, its measures and twelve months of meter readings. */
import { ARTICLE_LABELS } from '#admin/articles/article-labels.ts'
import type { ArticleValues } from '#admin/articles/article-draft.ts'
import * as editorSheetStyles from '#admin/editor/editor-sheet.module.css'
import { NATION_NAMES } from '#features/figures/figure-groups.policy.ts'
import type { Form } from '#platform/client/forms/form.client.ts'
import { Field, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { CaseStudyMonths } from './case-study-months.tsx'
import type { CaseStudyValues } from './case-study-draft.ts'
import * as styles from './case-study.module.css'

export function CaseStudyFields({ form }: { form: Form<ArticleValues> }) {
  const { values, errors, field, change } = form
  return (
    <>
      <Switch
        label={ARTICLE_LABELS.hasCaseStudy}
        hint="Facts about a home and twelve months of its meters, shown as a chart and a table after the introduction."
        name="hasCaseStudy"
        checked={values.hasCaseStudy}
        onChange={(hasCaseStudy) => change({ hasCaseStudy })}
      />
      {values.hasCaseStudy && (
        <fieldset className={styles.caseStudy}>
          <legend>{ARTICLE_LABELS.hasCaseStudy}</legend>
          <Field label={ARTICLE_LABELS.home} required error={errors.home} hint="Such as: Terraced house of 1905, 85 m².">
            {(control) => <Input {...control} {...field('home').input} autoComplete="off" />}
          </Field>
          <div className={editorSheetStyles.editorPair}>
            <Field label={ARTICLE_LABELS.place} required error={errors.place}>
              {(control) => <Input {...control} {...field('place').input} autoComplete="off" />}
            </Field>
            <Field label={ARTICLE_LABELS.nation}>
              {(control) => (
                <Select
                  {...control}
                  name="nation"
                  value={values.nation}
                  onChange={({ target }) => change({ nation: target.value as CaseStudyValues['nation'] })}
                >
                  <Options of={Object.entries(NATION_NAMES)} />
                </Select>
              )}
            </Field>
          </div>
          <div className={editorSheetStyles.editorPair}>
            <Field label={ARTICLE_LABELS.people} required error={errors.people}>
              {(control) => <Input {...control} {...field('people').input} inputMode="numeric" autoComplete="off" />}
            </Field>
            <Field label={ARTICLE_LABELS.year} required error={errors.year}>
              {(control) => <Input {...control} {...field('year').input} inputMode="numeric" autoComplete="off" />}
            </Field>
          </div>
          <Field label={ARTICLE_LABELS.before} required error={errors.before} hint="Heating, bills and use before the change.">
            {(control) => <Input {...control} {...field('before').input} autoComplete="off" />}
          </Field>
          <Field
            label={ARTICLE_LABELS.measures}
            required
            error={errors.measures}
            hint="One a line, with the price paid in £ after a colon. Such as: Battery of 5 kWh: 2880."
          >
            {(control) => <Textarea {...control} {...field('measures').input} rows={3} />}
          </Field>
          <Field label={ARTICLE_LABELS.grant} error={errors.grant} hint="0 without a grant.">
            {(control) => <Input {...control} {...field('grant').input} inputMode="decimal" autoComplete="off" />}
          </Field>
          <Field
            label={ARTICLE_LABELS.months}
            required
            error={errors.months}
            hint="Leave a column empty if the home does not have it. You can paste rows of a spreadsheet into a cell."
          >
            {(control) => <CaseStudyMonths control={control} months={values.months} onChange={(months) => change({ months })} />}
          </Field>
          <Switch
            label={ARTICLE_LABELS.isInvented}
            hint="The page then says that the home is an example and not a real one."
            name="isInvented"
            checked={values.isInvented}
            onChange={(isInvented) => change({ isInvented })}
          />
        </fieldset>
      )}
    </>
  )
}
