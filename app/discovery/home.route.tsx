import { ArrowRight } from 'lucide-react'
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { refreshedPublicPage, pageMeta } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { Banner } from '#app/discovery/home/banner.tsx'
import { Categories } from '#app/discovery/home/categories.tsx'
import { ApplyAsExpert } from '#app/discovery/home/apply-as-expert.tsx'
import { Hero } from '#app/discovery/home/hero.tsx'
import { useFigures } from '#app/discovery/home/use-figures.ts'
import { staticPart } from '#app/ui/static-part.tsx'
import { getBanner, getCatalogue, getClaims } from '#domain/content/queries.server.ts'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import type { Route } from './+types/home.route'

const CallIllustration = staticPart(async () => (await import('#app/pages/call-illustration.tsx')).CallIllustration)
const Benefits = staticPart(async () => (await import('#app/discovery/home/benefits.tsx')).Benefits)
const Aims = staticPart(async () => (await import('#app/discovery/home/aims.tsx')).Aims)
const Steps = staticPart(async () => (await import('#app/pages/steps.tsx')).Steps)

const rate = formatRupees(sessionRatePaisePerMinute)

export const loader = serve('anyone', async ({ context, getOnlineFigures, log, requestId }) => {
  const [claims, banner, catalogue, figures] = await Promise.all([
    getClaims(context),
    getBanner(context),
    getCatalogue(context),
    // The page must render even when the online figures fail to load.
    getOnlineFigures().catch((err) => {
      log.error({ err, requestId }, 'rendered the home page without online figures')
      return null
    }),
  ])
  return { claims, banner, catalogue, figures }
})

/** Skips revalidation when only the tab or the number of categories changes: their data is already loaded. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { formMethod, currentUrl, nextUrl, defaultShouldRevalidate } = args
  const changesViewOnly = formMethod === undefined && currentUrl.search !== nextUrl.search
  return changesViewOnly ? false : defaultShouldRevalidate
}

export const headers = refreshedPublicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Instant expert help for ${rate} a minute`,
    description: `Talk to a verified tutor, mentor or coach by audio or video for ${rate} a minute. You pay only while you are both connected.`,
    path: '/',
  })

export default function Home({ loaderData: { claims, banner, catalogue, figures } }: Route.ComponentProps) {
  const live = useFigures(figures)
  return (
    <>
      <Banner figures={banner} />
      <div className="page">
        <div className="grid grid-cols-1 items-center gap-x-16 lg:grid-cols-[minmax(0,1fr)_26rem]">
          <Hero online={live.figures?.online} />
          {/* On phones the illustration follows the categories, which matter more. */}
          <div className="order-1 pt-16 lg:order-none">
            <CallIllustration />
          </div>
          <div className="lg:col-span-2">
            <Categories live={live} catalogue={catalogue} />
          </div>
        </div>
        <Benefits />
        <HowItWorks />
        <Aims verifiedExperts={claims.verifiedExperts} satisfactionPercent={claims.satisfactionPercent} />
        <ApplyAsExpert claims={claims} />
      </div>
    </>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="steps" className="pt-20 md:pt-28">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8">
        <h2 id="steps" className="text-title">
          Get help in three steps
        </h2>
        <Link to="/how-it-works" className="inline-flex min-h-11 items-center gap-1.5 font-semibold hover:text-accent">
          How It Works
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
      </div>
      <Steps />
    </section>
  )
}
