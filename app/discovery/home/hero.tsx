import { Link } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { onlineText } from '#app/discovery/home/figure-text.ts'
import { SearchBox } from '#app/discovery/home/search-box.tsx'
import { FindSomebody } from '#app/experts/find-somebody.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { subjectTree } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'
import { minimumAgeYears, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

/** The price, the search box and the number of experts online. */
export function Hero({ online }: { online: number | undefined }) {
  const viewer = useViewer()
  return (
    <section className="pt-10 md:pt-16">
      <h1 className="text-display" tabIndex={-1}>
        Instant expert help for{' '}
        <span className="whitespace-nowrap text-accent">{formatRupees(sessionRatePaisePerMinute)} a minute</span>
      </h1>
      <p className="mt-5 max-w-form text-lead text-soft">
        Stuck on a problem? Talk to a tutor, a mentor or a coach, by audio or video. Stay as long as you need and pay
        only for that time.
      </p>
      <div className="mt-7 max-w-form">
        <SearchBox />
        <Examples />
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 md:mt-7">
        <FindSomebody />
        {!viewer && (
          <ButtonLink to="/register" variant="outline">
            Sign up
          </ButtonLink>
        )}
        <OnlineNow online={online} />
      </div>
      {!viewer && (
        <p className="mt-4 text-small text-quiet">
          No subscription, and signing up is free. For people aged {minimumAgeYears} and over.
        </p>
      )}
    </section>
  )
}

const examples = subjectTree.find(({ id }) => id === 'all')?.subjects ?? []

function Examples() {
  return (
    <ul aria-label="Examples" className="mt-2 -ml-2 flex flex-wrap gap-x-1 text-small">
      {examples.map((subject) => (
        <li key={subject}>
          <Link
            to={`/experts?subjects=${slug(subject)}`}
            className="inline-flex min-h-11 items-center rounded-control px-2 text-soft underline decoration-line-strong underline-offset-4 hover:text-text md:min-h-9"
          >
            {subject}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The live count. While it is unknown, an empty element keeps its place. */
function OnlineNow({ online }: { online: number | undefined }) {
  if (online === undefined) return <span className="min-h-11" />
  const to = online > 0 ? '/experts' : '/experts?online=false'
  return (
    <Link
      to={to}
      className="figures inline-flex min-h-11 items-center gap-2 rounded-control font-semibold hover:text-accent"
    >
      <span
        aria-hidden="true"
        className={
          online > 0
            ? 'size-2.5 rounded-full bg-good'
            : 'size-2.5 rounded-full shadow-[inset_0_0_0_2px_var(--color-quiet)]'
        }
      />
      {online > 0 ? `${onlineText(online)} now` : 'Nobody is online right now: see all experts'}
    </Link>
  )
}
