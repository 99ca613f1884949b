import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server's app is itself the SSR entry, so that Node and the bundle never load two copies of a module.
  environments: { ssr: { build: { rolldownOptions: { input: './server/app.ts' } } } },
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 250 },
})
