/** Previews every email of the site: on desktop and mobile, in both themes, and as plain text. */
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

const WIDTHS = { wide: 'Desktop', narrow: 'Mobile' } as const
const FORMATS = { light: 'Light', dark: 'Dark', text: 'Plain text' } as const
const WIDTHS_PX = { wide: 640, narrow: 360 } as const

export default function MailPreviewsPage() {
  const listUrl = useListUrl('mail')
  const [width, setWidth] = useState<keyof typeof WIDTHS>('wide')
  const [format, setFormat] = useState<keyof typeof FORMATS>('light')
  const templates = useQuery(mailTemplatesQuery())
  const items = templates.data?.items ?? []
  const name = items.find((item) => item.name === listUrl.filters.mail)?.name ?? items[0]?.name
  const preview = useQuery({ ...mailPreviewQuery(name ?? ''), enabled: name !== undefined, placeholderData: keepPreviousData })
  const failed = [templates, preview].find(({ isError }) => isError)
  return (
    <>
      <AdminHead title="Email previews" caption="What each email of this site looks like, with sample names. Nothing is sent." />
      <Toolbar>
        <ListSelect
          label="Email"
          options={Object.fromEntries(items.map((item) => [item.name, item.label]))}
          value={name}
          onChoose={(mail) => listUrl.setParams({ mail })}
        />
        <ListSelect label="Format" options={FORMATS} value={format} onChoose={(next) => setFormat(next ?? 'light')} />
        {format !== 'text' && <ListSelect label="Width" options={WIDTHS} value={width} onChoose={(next) => setWidth(next ?? 'wide')} />}
      </Toolbar>
      {failed ? (
        <ErrorState
          title="The email could not be loaded"
          action={
            <Button variant="quiet" onClick={() => void failed.refetch()}>
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
              style={{ maxWidth: WIDTHS_PX[width] }}
              title={`Preview: ${preview.data.label}`}
              // Scripts stay disabled; same origin, so that axe can check the content.
              sandbox="allow-same-origin"
              srcDoc={forceMailTheme(preview.data.html, format)}
            />
          )}
        </figure>
      )}
    </>
  )
}
