import { index, route, type RouteConfig } from '@react-router/dev/routes'

// Reads like the list of screens in the specification. The gallery of components exists in development only.
export default [
  index('routes/public/home.tsx'),
  route('how-it-works', 'routes/public/how-it-works.tsx'),
  route('expert-apply', 'routes/public/expert-apply.tsx'),
  route('terms', 'routes/public/terms.tsx'),
  route('privacy', 'routes/public/privacy.tsx'),
  route('cookies', 'routes/public/cookies.tsx'),
  route('site.webmanifest', 'routes/resources/manifest.ts'),
  ...(process.env.NODE_ENV === 'production' ? [] : [route('gallery', 'routes/development/gallery.tsx')]),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
