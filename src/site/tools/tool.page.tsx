import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { categoryClass } from '#features/categories/category.client.ts'
import { toolFormQuery, type ToolForm as Form } from '#features/tools/tool.client.ts'
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { NotFoundPage } from '#site/shell/not-found.tsx'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Notice } from '#ui/states/notice.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { FoundCars } from './cars/found-cars.tsx'
import { ResultNextSteps } from './results/result-next-steps.tsx'
import { FillFromHomeButton } from './form/fill-from-home-button.tsx'
import { ResultCalculation } from './results/result-calculation.tsx'
import { describeErrors, isIncomplete } from './form/missing-fields.ts'
import { RadiatorTypes } from './form/radiator-types.tsx'
import { ToolForm } from './form/tool-form.tsx'
import { ResultLink } from './results/result-link.tsx'
import { ToolResult } from './results/tool-result.tsx'
import { useToolUrl } from './form/use-tool-url.ts'
import * as styles from './tool.module.css'

export default function ToolPage() {
  const { slug = '' } = useParams()
  const [searchParams] = useSearchParams()
  const inputs = useMemo(() => readToolQuery(searchParams), [searchParams])
  const formResult = useQuery({ ...toolFormQuery(slug, inputs), placeholderData: keepPreviousData })
  const form = formResult.data?.name === slug ? formResult.data : undefined
  // If a request fails, the form and its inputs stay.
  const [lastForm, setLastForm] = useState(form)
  if (form && form !== lastForm) setLastForm(form)

  if (formResult.isError) {
    if (formResult.error.status === 404) return <NotFoundPage />
    if (lastForm?.name === slug)
      return (
        <ToolView
          key={slug}
          form={lastForm}
          isRecalculating
          failure={{ reason: failureReason(formResult.error), isRetrying: formResult.isFetching, retry: () => void formResult.refetch() }}
        />
      )
    return (
      <div className="container">
        <PageMeta title="Tool" noIndex />
        <ErrorState
          level={1}
          title="The tool could not be loaded"
          text={failureReason(formResult.error)}
          action={
            <Button busy={formResult.isFetching} onClick={() => void formResult.refetch()}>
              Try again
            </Button>
          }
        />
      </div>
    )
  }
  if (!form) return <ToolSkeleton />
  return <ToolView key={slug} form={form} isRecalculating={formResult.isPlaceholderData} />
}

interface Failure {
  reason: string
  isRetrying: boolean
  retry: () => void
}

/** @param props.failure why there is no result for the current inputs; `form` is then that of the inputs before */
function ToolView({ form, isRecalculating, failure }: { form: Form; isRecalculating: boolean; failure?: Failure }) {
  const location = usePageLocation()
  const crumbs = [{ label: 'Home', to: paths.home() }, { label: 'Tools', to: paths.tools() }, { label: form.title }]
  const { version, isFromHome, writeInputs, fillForm } = useToolUrl(form.name)
  // Empty fields are no errors before the visitor has submitted them.
  const isOnlyFilled = isFromHome && isIncomplete(form)
  // The fields are uncontrolled, so a remount must wait for the data of the new URL.
  const [shownVersion, setShownVersion] = useState(version)
  if (!isRecalculating && shownVersion !== version) setShownVersion(version)
  return (
    <div className={joinClasses(styles.tool, categoryClass(form.category))}>
      <PageMeta title={form.title} description={form.about} canonical={paths.tool(form.name)} noIndex={!form.isExample && 'follow'} />
      <StructuredData things={import.meta.env.SSR && [breadcrumbData(location, crumbs)]} />
      <header className={styles.open}>
        <div className={`container ${styles.openGrid}`}>
          <div>
            <Breadcrumb items={crumbs} />
            <h1>{form.title}</h1>
            <p className="lead">{form.about}</p>
            <p className={styles.promise}>
              No sign-up or email address needed. The link to this page contains your details, so you can save or share it.
            </p>
          </div>
          <Picture src={`/art/${form.picture}.svg`} alt="" ratio="800/560" eager className={styles.openPicture} />
        </div>
      </header>
      <div className={`container ${styles.sum}`}>
        <div className={styles.asked}>
          <h2 className="no-print">Your details</h2>
          {form.answer && !failure && <ResultLink form={form} result={form.answer} />}
          <FillFromHomeButton form={form} onFill={fillForm} />
          {form.name === 'radiators' && <RadiatorTypes types={form.answer?.radiatorTypes ?? []} />}
          <ToolForm key={shownVersion} form={form} hasErrors={!isOnlyFilled} onChange={writeInputs} />
        </div>
        <div aria-busy={(failure ? failure.isRetrying : isRecalculating) || undefined}>
          {failure ? (
            <ResultFailed failure={failure} />
          ) : isOnlyFilled ? (
            <Notice role="status" title="A result needs more details">
              {describeErrors(form)}
            </Notice>
          ) : form.answer ? (
            <ToolResult form={form} result={form.answer} />
          ) : (
            <Notice tone="bad" role="alert" title="Please check your details">
              {describeErrors(form)}
            </Notice>
          )}
        </div>
      </div>
      {!failure && form.answer?.cars && <FoundCars cars={form.answer.cars} given={form.given} />}
      {!failure && form.answer && <ResultCalculation form={form} result={form.answer} />}
      <ResultNextSteps form={form} />
    </div>
  )
}

function ResultFailed({ failure: { reason, isRetrying, retry } }: { failure: Failure }) {
  return (
    <div className={styles.failed}>
      <Notice tone="bad" role="alert" title="The result could not be calculated">
        {reason} Your details are unchanged.
      </Notice>
      <div className="actions">
        <Button busy={isRetrying} onClick={retry}>
          Try again
        </Button>
      </div>
    </div>
  )
}

function ToolSkeleton() {
  return (
    <div className="container" role="status">
      <PageMeta title="Tool" />
      <span className="visuallyHidden">Loading the tool</span>
      <Skeleton className={styles.waiting} />
    </div>
  )
}
