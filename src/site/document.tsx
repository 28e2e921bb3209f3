/** The HTML document. Boot data is embedded as JSON that is not executed, because the content security policy forbids inline scripts. */
import { QueryClientProvider, useQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { StrictMode, useEffect, type ReactNode } from 'react'
import { sessionQuery } from '#features/accounts/sessions/session.client.ts'
import { SharedPageContext, SignedInContext } from '#features/accounts/sessions/signed-in.client.ts'
import { setActingMember } from '#platform/client/acting-user.client.ts'
import { HydrationMarker } from '#ui/hydration/hydration-marker.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { OriginContext } from './origin.ts'

export interface BootData {
  origin: string
  language: string
  /** URLs of the style sheets. */
  css: string[]
  /** URLs of the fonts to preload. */
  fonts: string[]
  /** Key, data and database tables of each query. There are no timestamps, so that the same content always renders to the same bytes. */
  data: [QueryKey, unknown, readonly string[]][]
  /** Key and error of each query that has failed on the server. */
  failed: [QueryKey, { status: number; message: string | undefined }][]
  /** Results of route actions by route id, if a form was submitted without JavaScript. */
  actionData?: Record<string, unknown>
  /** Set if rendering has failed. The error message is not sent to the browser. */
  hasFailed?: true
  /** Set if the page is shared: it is rendered as for a signed-out visitor, and cached for everyone. */
  isShared?: true
}

export function Document({
  boot,
  bootJson,
  scriptUrlsJson = '',
  queryClient,
  children,
}: {
  boot: BootData
  bootJson: string
  /** Script URLs for `public/start.js` as a JSON array. Only the server renders them. */
  scriptUrlsJson?: string
  queryClient: QueryClient
  children: ReactNode
}) {
  return (
    <StrictMode>
      <html lang={boot.language} suppressHydrationWarning>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/site.webmanifest" />
          {boot.fonts.map((font) => (
            <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
          {boot.css.map((sheet) => (
            <link key={sheet} rel="stylesheet" href={sheet} precedence="high" />
          ))}
          {/* Applies the theme before the first paint, and loads the application after it. */}
          <script src="/start.js" />
        </head>
        <body>
          <QueryClientProvider client={queryClient}>
            <OriginContext value={boot.origin}>
              <SharedPageContext value={boot.isShared ?? false}>
                <SignedInProvider isShared={boot.isShared ?? false}>{children}</SignedInProvider>
              </SharedPageContext>
            </OriginContext>
          </QueryClientProvider>
          <script id="files" type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: scriptUrlsJson }} />
          <script id="boot" type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: bootJson }} />
        </body>
      </html>
    </StrictMode>
  )
}

/** Provides the signed-in member. Shared pages are rendered and hydrated without one; per-user state is added after hydration. */
function SignedInProvider({ isShared, children }: { isShared: boolean; children: ReactNode }) {
  const { data, isPending } = useQuery(sessionQuery())
  const user = data?.user ?? null
  const isHydrated = useMounted()
  useEffect(() => setActingMember(user?.id), [user?.id])
  const isUserShown = isHydrated || !isShared
  return (
    <SignedInContext value={isUserShown ? user : null}>
      {children}
      <HydrationMarker isReady={isUserShown && !isPending} />
    </SignedInContext>
  )
}
