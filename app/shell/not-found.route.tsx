import { data } from 'react-router'
import { NotFound } from '#app/base/not-found.tsx'
import { serve } from '#app/base/serve.server.ts'

export const loader = serve('anyone', async ({ log, requestId }, { request }) => {
  log.warn({ requestId, path: new URL(request.url).pathname }, 'page not found')
  return data(null, { status: 404 })
})

export const meta = () => [{ title: 'Page Not Found' }, { name: 'robots', content: 'noindex' }]

export default NotFound
