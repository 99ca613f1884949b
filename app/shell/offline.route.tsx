import { renderToStaticMarkup } from 'react-dom/server'
import { publicPage } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { offlinePath } from '#app/notifications/push/paths.ts'
import { Logo } from '#app/shell/logo.tsx'
import { Button } from '#app/ui/button.tsx'
import styles from '#app/ui/styles/app.css?inline'

/**
 * Checks every 3 seconds, and on the `online` event, whether the server is reachable, and then opens the requested
 * page.
 */
const reloadWhenOnline = `
const reloadIfOnline = () => fetch('/healthz', { cache: 'no-store' }).then(
  ({ ok }) => ok && (location.pathname === '${offlinePath}' ? location.replace('/') : location.reload()),
  () => undefined,
)
addEventListener('online', reloadIfOnline)
document.querySelector('button').addEventListener('click', () => location.reload())
setInterval(reloadIfOnline, 3000)
`

/** The page that the service worker caches and serves when there is no network. It needs no other files. */
export const loader = serve('anyone', async ({ product, nonce }) => {
  const page = renderToStaticMarkup(<OfflinePage name={product.name} nonce={nonce} />)
  return new Response(`<!doctype html>${page}`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...publicPage() },
  })
})

function OfflinePage({ name, nonce }: { name: string; nonce: string }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0b0d12" />
        <meta name="robots" content="noindex" />
        <title>{`You are offline · ${name}`}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="flex min-h-dvh flex-col">
        <header className="border-b border-line">
          <div className="page flex h-16 items-center">
            <Logo name={name} />
          </div>
        </header>
        <main className="page flex flex-1 flex-col items-center justify-center py-16 text-center">
          <h1 className="text-title">You are offline</h1>
          <p className="mt-3 max-w-96 text-balance text-soft">
            {name} cannot be reached right now. The page that you wanted opens automatically when the connection is
            back.
          </p>
          <p className="mt-3 max-w-96 text-small text-balance text-quiet">
            Nothing is lost: your wallet and your sessions are stored on our servers.
          </p>
          <Button className="mt-6">Try again</Button>
        </main>
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: reloadWhenOnline }} />
      </body>
    </html>
  )
}
