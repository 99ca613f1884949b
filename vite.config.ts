import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
          output: {
            // What every page needs travels in two files, one that changes with React and one that changes with us: many
            // small files compress worse and cost a request each.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
                {
                  name: 'frame',
                  test: /app\/(root|features\/frame|ui\/(button|cx|toast)\.)|kernel\/|lucide-react\/dist\/esm\/(?!icons)/,
                },
              ],
            },
          },
        },
      },
    },
    // The server's app is itself the SSR entry, so that Node and the bundle never load two copies of a module.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})
