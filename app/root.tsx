import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import tapsScript from 'virtual:taps-script'
import { type ReactNode, use, useEffect } from 'react'
import {
  data,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import { FailedPage } from '#app/base/error-page.tsx'
import { NonceContext } from '#app/base/nonce.ts'
import { replayTaps } from '#app/base/taps/replay-taps.ts'
import { Frame } from '#app/shell/frame.tsx'
import { pageMiddleware } from '#app/shell/page-middleware.ts'
import { clearFlash, findFlash } from '#app/base/flash.server.ts'
import { serve } from '#app/base/serve.server.ts'
import styles from '#app/ui/styles/app.css?inline'
import stylesHref from '#app/ui/styles/app.css?url'
import { zoneOf } from '#app/base/zone.server.ts'
import { findOwnAccount } from '#domain/accounts/queries.server.ts'
import { findOwnListing } from '#domain/experts/queries.server.ts'
import { isPerson } from '#domain/policy.ts'
import { findOwnBell } from '#domain/notifications/queries.server.ts'
import { findOwnWallet } from '#domain/wallet/queries.server.ts'
import type { Route } from './+types/root'

/** A newcomer in a session keeps the frame, because the call runs in it. */
export const loader = serve(
  { policy: 'anyone', duringSession: 'any' },
  async ({ product, context }, { request }: Route.LoaderArgs) => {
    const account = await findOwnAccount(context)
    const [wallet, bell, expert] = await Promise.all([
      findOwnWallet(context),
      findOwnBell(context),
      findOwnListing(context),
    ])
    const isNewcomer = isPerson(context.actor) && context.actor.onlySession !== undefined
    const viewer = account && bell && { ...account, wallet, bell, expert, isNewcomer }
    const flash = findFlash(request, product)
    const zone = zoneOf(context.actor, request)
    return data(
      { product, viewer, zone, flash },
      flash ? { headers: { 'Set-Cookie': clearFlash(product) } } : undefined,
    )
  },
)

export const clientMiddleware = pageMiddleware

/** Navigation does not reload the viewer, who changes only after form posts. A failed load would remove the frame. */
export function shouldRevalidate({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isNavigation = formMethod === 'GET' || (formMethod === undefined && currentUrl.href !== nextUrl.href)
  return isNavigation ? false : defaultShouldRevalidate
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: figtree, crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: stylesHref }] : []),
]

/** On the server the router sets the nonce of the scripts. Browsers hide nonces, so in the browser it is empty. */
const browserNonce = import.meta.env.SSR ? undefined : ''

export function Layout({ children }: { children: ReactNode }) {
  // Effects of children run first, so the page already handles events.
  useEffect(() => void replayTaps(), [])
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0b0d12" />
        <Meta />
        <TapsScript />
        {import.meta.env.PROD && <InlineStyles />}
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={browserNonce} />
        <Scripts nonce={browserNonce} />
      </body>
    </html>
  )
}

/** The first script of every page, because the user may tap as soon as something is visible. */
function TapsScript() {
  return <script nonce={use(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: tapsScript }} />
}

/** Inlined to save a round trip before the first paint. In the browser, React recognises the element by its `href`. */
function InlineStyles() {
  return (
    <style href="samjhao" precedence="default">
      {import.meta.env.SSR ? styles : ''}
    </style>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <Frame {...loaderData}>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root')
  const page = <FailedPage error={error} />
  if (!root) return <main className="page py-16">{page}</main>
  return <Frame {...root}>{page}</Frame>
}
