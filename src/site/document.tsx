/** The whole page. What the browser needs to go on travels as a JSON data block, so that no script stands in the page. */
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
  css: string[]
  fonts: string[]
  /** Key, value and tables of each query: no time stamps, so the same content gives the same bytes. */
  data: [QueryKey, unknown, readonly string[]][]
  failed: [QueryKey, { status: number; message: string | undefined }][]
  /** Results of the actions, by route id: of a form that was posted without JavaScript. */
  actionData?: Record<string, unknown>
  /** The page could not be made. An error's own message never reaches the browser. */
  hasFailed?: true
  /** It was rendered for everybody. */
  isForEverybody?: true
}

export function Document({
  boot,
  json,
  files = '',
  queryClient,
  children,
}: {
  boot: BootData
  json: string
  /** What public/start.js asks for, as JSON; written by the server only. */
  files?: string
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
          {/* Before the first paint: the reader's own choice of theme. After it: the application. */}
          <script src="/start.js" />
        </head>
        <body>
          <QueryClientProvider client={queryClient}>
            <OriginContext value={boot.origin}>
              <SharedPageContext value={boot.isForEverybody ?? false}>
                <WhoIsSignedIn isForEverybody={boot.isForEverybody ?? false}>{children}</WhoIsSignedIn>
              </SharedPageContext>
            </OriginContext>
          </QueryClientProvider>
          <script id="files" type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: files }} />
          <script id="boot" type="application/json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
        </body>
      </html>
    </StrictMode>
  )
}

/** A page for everybody is hydrated as it was sent; what is a member's own comes after. */
function WhoIsSignedIn({ isForEverybody, children }: { isForEverybody: boolean; children: ReactNode }) {
  const { data, isPending } = useQuery(sessionQuery())
  const user = data?.user ?? null
  const isHydrated = useMounted()
  useEffect(() => setActingMember(user?.id), [user?.id])
  const isShown = isHydrated || !isForEverybody
  return (
    <SignedInContext value={isShown ? user : null}>
      {children}
      <HydrationMarker isReady={isShown && !isPending} />
    </SignedInContext>
  )
}
