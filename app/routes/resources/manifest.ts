import { serve } from '#app/serve.server.ts'

/** What a phone needs to put the product on its home screen. Generated, because the name is configuration. */
export const loader = serve('anyone', async ({ product }) =>
  Response.json(
    {
      name: product.name,
      short_name: product.name,
      description: 'Talk to a verified expert, by the minute.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#0b0d12',
      theme_color: '#0b0d12',
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' } },
  ),
)
