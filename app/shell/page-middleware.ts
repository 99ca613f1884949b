import type { MiddlewareFunction } from 'react-router'
import { takeFlashOfRedirects } from '#app/base/flash.ts'
import { keepPage, type Results } from '#app/base/keep-page.ts'
import { announceFlash } from '#app/shell/flash-toast.tsx'

/** Sees what every loader and action of a route returns to the browser. */
export const pageMiddleware: MiddlewareFunction<Results>[] = [
  async ({ request }, next) => {
    const results = await next()
    keepPage(request, results)
    // The toast of a redirect is taken from it, because it belongs to this tab only.
    const code = takeFlashOfRedirects(results)
    if (code) announceFlash(code)
  },
]
