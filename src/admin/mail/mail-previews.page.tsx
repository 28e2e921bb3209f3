/** How each mail of the site looks, wide and narrow, light and dark, and what programs without HTML show. */
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
import { inMailTheme } from './mail-theme.ts'
import * as styles from './mail-previews.module.css'

const WIDTHS = { wide: 'As on a computer', narrow: 'As on a phone' } as const
const LOOKS = { light: 'Light', dark: 'Dark', text: 'Text alone' } as const
const PIXELS = { wide: 640, narrow: 360 } as const

export default function MailPreviewsPage() {
  const listUrl = useListUrl('mail')
  const [width, setWidth] = useState<keyof typeof WIDTHS>('wide')
  const [look, setLook] = useState<keyof typeof LOOKS>('light')
  const templates = useQuery(mailTemplatesQuery())
  const items = templates.data?.items ?? []
  const name = items.find((one) => one.name === listUrl.filters.mail)?.name ?? items[0]?.name
  const preview = useQuery({ ...mailPreviewQuery(name ?? ''), enabled: name !== undefined, placeholderData: keepPreviousData })
  const failed = [templates, preview].find(({ isError }) => isError)
  return (
    <>
      <AdminHead title="Email previews" caption="What each email of this site looks like, with sample names. Nothing is sent." />
      <Toolbar>
        <ListSelect
          label="Email"
          options={Object.fromEntries(items.map((one) => [one.name, one.label]))}
          value={name}
          onChoose={(mail) => listUrl.set({ mail })}
        />
        <ListSelect label="Look" options={LOOKS} value={look} onChoose={(next) => setLook(next ?? 'light')} />
        {look !== 'text' && <ListSelect label="Width" options={WIDTHS} value={width} onChoose={(next) => setWidth(next ?? 'wide')} />}
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
          {look === 'text' ? (
            <pre className={styles.mailPlain}>{preview.data.text}</pre>
          ) : (
            <iframe
              key={`${look} ${width}`}
              className={styles.mailFrame}
              style={{ maxWidth: PIXELS[width] }}
              title={`Preview: ${preview.data.label}`}
              // Runs nothing; of this origin, so that what looks for barriers can look into it.
              sandbox="allow-same-origin"
              srcDoc={inMailTheme(preview.data.html, look)}
            />
          )}
        </figure>
      )}
    </>
  )
}
