import { serve } from '#app/base/serve.server.ts'

const backgroundColor = '#0b0d12'
const icons = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

/** The web app manifest. Generated, because the product name is configurable. */
export const loader = serve('anyone', async ({ product }) =>
  Response.json(
    {
      id: '/',
      name: product.name,
      short_name: product.name,
      description: 'Talk to a verified expert, by the minute.',
      lang: 'en-IN',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: backgroundColor,
      theme_color: backgroundColor,
      categories: ['education'],
      icons: [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: 'Find an expert', url: '/experts', icons },
        { name: 'My profile', url: '/profile', icons },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' } },
  ),
)
