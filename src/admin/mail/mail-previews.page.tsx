/** Page that previews every kind of email of the site: on desktop and mobile, in both themes, and as plain text. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListSelect } from '#admin/list/list-filters.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { mailPreviewQuery, mailTemplatesQuery } from '#features/mail/mail.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { forceMailTheme } from './mail-theme.ts'
import * as styles from './mail-previews.module.css'

const WIDTH_LABELS = { wide: 'Desktop', narrow: 'Mobile' } as const
const FORMAT_LABELS = { light: 'Light', dark: 'Dark', text: 'Plain text' } as const
const FRAME_WIDTHS_PX = { wide: 640, narrow: 360 } as const

export default function MailPreviewsPage() {
  const listUrl = useListUrl('mail')
  const [width, setWidth] = useState<keyof typeof WIDTH_LABELS>('wide')
  const [format, setFormat] = useState<keyof typeof FORMAT_LABELS>('light')
  const templates = useQuery(mailTemplatesQuery())
  const templateList = templates.data?.items ?? []
  const name = templateList.find((template) => template.name === listUrl.filters.mail)?.name ?? templateList[0]?.name
  const preview = useQuery({ ...mailPreviewQuery(name ?? ''), enabled: name !== undefined, placeholderData: keepPreviousData })
  const failedQuery = [templates, preview].find(({ isError }) => isError)
  return (
    <>
      <AdminHead title="Email previews" caption="What each email of this site looks like, with sample names. Nothing is sent." />
      <Toolbar>
        <ListSelect
          label="Email"
          options={Object.fromEntries(templateList.map((template) => [template.name, template.label]))}
          value={name}
          onChoose={(mail) => listUrl.setParams({ mail })}
        />
        <ListSelect label="Format" options={FORMAT_LABELS} value={format} onChoose={(newFormat) => setFormat(newFormat ?? 'light')} />
        {format !== 'text' && (
          <ListSelect label="Width" options={WIDTH_LABELS} value={width} onChoose={(newWidth) => setWidth(newWidth ?? 'wide')} />
        )}
      </Toolbar>
      {failedQuery ? (
        <ErrorState
          title="The email could not be loaded"
          action={
            <Button variant="quiet" onClick={() => void failedQuery.refetch()}>
              Try again
            </Button>
          }
        />
      ) : !preview.data ? (
        <Skeleton className={styles.mailLoading} />
      ) : (
        <figure className={styles.mailPreview}>
          <figcaption>
            Subject: <strong>{preview.data.subject}</strong>
          </figcaption>
          {format === 'text' ? (
            <pre className={styles.mailPlain}>{preview.data.text}</pre>
          ) : (
            <iframe
              key={`${format} ${width}`}
              className={styles.mailFrame}
              style={{ maxWidth: FRAME_WIDTHS_PX[width] }}
              title={`Preview: ${preview.data.label}`}
              // Scripts stay disabled. The frame keeps its origin, so that axe can check its content.
              sandbox="allow-same-origin"
              srcDoc={forceMailTheme(preview.data.html, format)}
            />
          )}
        </figure>
      )}
    </>
  )
}
