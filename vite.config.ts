import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { inlineIcons } from './scripts/inline-icons.ts'
import { trimRouter } from './scripts/trim-router.ts'

/**
 * Files that several pages need travel together: many small ones compress worse and cost a request each. Each group takes along what
 * its modules import, unless a group of a higher priority has it. What a page then weighs is asserted by `tests/budgets.ts`.
 */
const chunks = [
  { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  {
    name: 'frame',
    priority: 2,
    test: oneOf(
      'app/root',
      'app/shell/screens.route',
      'app/entry.client',
      'app/base/product',
      'app/base/public-page',
      'app/ui/card',
      'app/ui/control-style',
      'app/ui/create-icon',
      'app/ui/icon-button',
      'app/ui/notice',
      'app/ui/use-hydrated',
      'kernel/fold',
      'kernel/count-text',
    ),
  },
  // On the home page, in the listing, and on the pages of an expert.
  { name: 'catalogue', priority: 1, test: oneOf('kernel/catalogue') },
  { name: 'avatar', priority: 1, test: oneOf('app/ui/avatar') },
  {
    name: 'experts',
    priority: 1,
    test: oneOf(
      'app/experts/expert-text',
      'app/experts/first-name',
      'app/experts/rating',
      'app/experts/status',
      'app/experts/use-session-request',
      'app/experts/use-status',
      'app/experts/verified-badge',
      'app/ui/badge',
    ),
  },
  {
    name: 'listing',
    test: oneOf(
      'app/discovery/listing/listing-screen',
      'app/discovery/listing/results-cache',
      'app/discovery/listing/listing-text',
    ),
  },
]

function oneOf(...modules: string[]): RegExp {
  return new RegExp(`/(${modules.join('|').replaceAll('.', '\\.')})\\.tsx?(\\?|$)`)
}

export default defineConfig({
  plugins: [inlineIcons(), trimRouter(), tailwindcss(), reactRouter()],
  // The manifest says which source became which file; the budgets of tests/budgets.ts are read from it.
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 400, manifest: true },
  // Found at the start instead of in the middle of somebody's first page, which would then have to be loaded again.
  optimizeDeps: {
    include: [
      'radix-ui',
      'sonner',
      'lucide-react',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'zod/mini',
      // No page has them: they are met while the development server reads what each route exports.
      'kysely',
      'zod',
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Where the tools spend their time is of no use to somebody who starts the product.
          checks: { pluginTimings: false },
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            codeSplitting: { groups: chunks },
          },
        },
      },
    },
    // The server's app is itself the SSR entry, so that Node and the bundle never load two copies of a module.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})
