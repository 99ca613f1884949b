import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { inlineIcons } from './scripts/inline-icons.ts'
import { inlineScript } from './scripts/inline-script.ts'
import { addLicenceTexts } from './scripts/licences.ts'
import { onlyModernFonts } from './scripts/katex-fonts.ts'
import { addPdfFiles } from './scripts/pdf-files.ts'
import { trimPreload } from './scripts/trim-preload.ts'
import { trimRouter } from './scripts/trim-router.ts'

/**
 * Modules that several pages need are bundled together: many small files compress worse and cost a request each. Each
 * group includes the imports of its modules, unless a group of higher priority has them. `tests/budgets.ts` checks the
 * size of each page.
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
      'app/ui/error-line',
      'app/ui/icon-button',
      'app/ui/notice',
      'app/ui/use-hydrated',
      'app/wallet/use-own-wallet',
      'kernel/fold',
      'kernel/count-text',
    ),
  },
  // On nearly all pages of people who are signed in.
  { name: 'own-pages', priority: 1, test: oneOf('domain/sessions/states', 'app/base/live/use-revalidate-on-topic') },
  {
    name: 'account-forms',
    priority: 1,
    test: oneOf('app/account/acceptance-label', 'app/account/use-account-form-errors'),
  },
  // On nearly all pages with a form.
  { name: 'text-input', priority: 2, test: oneOf('app/ui/email-input', 'app/ui/text-input') },
  { name: 'link-tabs', priority: 1, test: oneOf('app/ui/link-tabs', 'app/ui/tab-style') },
  // On the home page, in the listing, and on the pages of an expert.
  { name: 'catalogue', priority: 1, test: oneOf('kernel/catalogue') },
  { name: 'avatar', priority: 1, test: oneOf('app/ui/avatar') },
  // On the pages of an expert, and on booking pages.
  {
    name: 'expert-meta',
    priority: 1,
    test: oneOf('app/experts/expert-meta', 'app/experts/expert-text', 'app/experts/first-name'),
  },
  {
    name: 'experts',
    priority: 1,
    test: oneOf(
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
  plugins: [
    inlineIcons(),
    inlineScript(),
    trimPreload(),
    trimRouter(),
    onlyModernFonts(),
    addLicenceTexts(),
    addPdfFiles(),
    tailwindcss(),
    reactRouter(),
  ],
  // The manifest maps sources to built files; tests/budgets.ts uses it to check page sizes. The largest chunk is pdf.js,
  // which is loaded when a PDF is put on a board.
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 500, manifest: true },
  // Pre-bundled at the start: discovering them during the first page would reload it.
  optimizeDeps: {
    include: [
      'radix-ui',
      'sonner',
      'lucide-react',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'zod/mini',
      'katex',
      'yjs',
      'y-protocols/awareness',
      '@codemirror/commands',
      '@codemirror/language',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      // No page uses these two, but the development server finds them when it reads the exports of each route.
      'kysely',
      'zod',
    ],
    // One file for each language, loaded one by one. It needs no bundling.
    exclude: ['@codemirror/legacy-modes'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Timings of build plugins do not help people who start the product.
          checks: { pluginTimings: false },
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          output: {
            // One character less than usual, the least for so many files: every page loads the route manifest, which
            // names a hundred of them.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: chunks },
          },
        },
      },
    },
    // The server's app is itself the SSR entry, so that Node and the bundle never load two copies of a module.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})
