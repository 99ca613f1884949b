import { ArrowUpRight, Check } from 'lucide-react'
import { type FocusEvent, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { statusUnknownText, useOnlineInBar } from '#app/experts/use-online.ts'
import { cx } from '#app/ui/cx.ts'
import { tabStyle } from '#app/ui/tab-style.ts'
import type { OwnListing } from '#domain/experts/contract.ts'

/** `also` is another folder of pages that belong to the section. */
type Section = { to: string; label: string; also?: string; isPublic?: true }

const dashboard = '/expert/profile'

const sections: Section[] = [
  { to: dashboard, label: 'Today' },
  { to: '/expert/schedule', label: 'Schedule', also: '/expert/bookings' },
  { to: '/expert/sessions', label: 'Sessions', also: '/expert/boards' },
  { to: '/expert/wallet', label: 'Earnings' },
  { to: '/expert/reviews', label: 'Reviews' },
]

/** The navigation between the own pages of an expert, with the online switch. It stays below the header. */
export function ExpertBar({ listing }: { listing: OwnListing }) {
  const { id, isPublic, approval } = listing
  const own: Section[] = isPublic ? [{ to: `/expert/${id}`, label: 'Public page', isPublic }] : []
  const online = useOnlineInBar(listing)
  const reasonId = useId()
  const reason = online.isUnknown ? statusUnknownText : (online.problem ?? lockedTexts[approval])
  // The dashboard shows the reason at its own switch.
  const isReasonShown = useLocation().pathname !== dashboard && reason !== undefined && reason === online.problem
  return (
    <div
      data-expert-bar=""
      style={belowHeader}
      className="sticky z-30 border-b border-line bg-ink/90 backdrop-blur print:hidden"
    >
      <style href="expert-bar" precedence="default">
        {scrollStyle}
      </style>
      <div className="page flex items-center gap-3">
        <SectionLinks sections={[...sections, ...own]} />
        <BarSwitch online={online} reasonId={reason && reasonId} />
      </div>
      {reason && (
        <p id={reasonId} className={isReasonShown ? 'page pb-2 text-right text-small text-bad' : 'sr-only'}>
          {reason}
        </p>
      )}
    </div>
  )
}

// These styles are here because all pages, also those of visitors, load the style sheet.
const belowHeader = { top: '4rem' }
/** A part of the page that is scrolled to stays below the bar. The rule stays in the document after the bar. */
const scrollStyle = 'html:has([data-expert-bar]){scroll-padding-top:8rem}'
/** Above the gutter of the page, so that the first link is not faded. */
const intoGutter = { marginLeft: '-1rem' }
/** Links that continue outside the row fade out. The row ends with a gap, so that its last link is not faded. */
const fade = {
  maskImage: 'linear-gradient(to right, transparent, #000 1rem, #000 calc(100% - 1.5rem), transparent)',
  paddingRight: '1.5rem',
}

function SectionLinks({ sections: links }: { sections: Section[] }) {
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => reveal(list.current?.querySelector('[aria-current]')), [pathname])
  return (
    <nav aria-label="Expert" style={intoGutter} className="min-w-0 flex-1">
      <ul ref={list} style={fade} className="relative flex overflow-x-auto pl-4 [scrollbar-width:none] md:px-0">
        {links.map(({ to, label, also, isPublic }) => {
          const isBelow = pathname === also || [to, also].some((folder) => folder && pathname.startsWith(`${folder}/`))
          const current = pathname === to ? 'page' : isBelow ? 'true' : undefined
          return (
            <li key={to} className="shrink-0">
              <Link
                to={to}
                aria-current={current}
                data-state={current ? 'active' : 'inactive'}
                onFocus={revealFocused}
                className={cx(tabStyle, 'max-md:px-2')}
              >
                {label}
                {isPublic && <ArrowUpRight className="size-4" aria-hidden="true" />}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Browsers leave a focused link where it is if a part of it is visible. A link must not move under a pointer. */
function revealFocused({ currentTarget: link }: FocusEvent<HTMLElement>): void {
  if (link.matches(':focus-visible')) reveal(link)
}

/** Scrolls the row only. `scrollIntoView` may also scroll the page. */
function reveal(link: Element | null | undefined): void {
  const [item, row] = [link?.closest('li'), link?.closest('ul')]
  if (item && row) row.scrollLeft = item.offsetLeft - (row.clientWidth - item.offsetWidth) / 2
}

type BarSwitchProps = { online: ReturnType<typeof useOnlineInBar>; reasonId: string | undefined }

/** Uses its own form so that it works before scripts have loaded. It then ends on the dashboard. */
function BarSwitch({ online, reasonId }: BarSwitchProps) {
  const { isOnline, isSaving, isLocked, Form, preventIfRefused } = online
  return (
    <Form method="post" action={dashboard} onSubmit={preventIfRefused} className="shrink-0">
      <input type="hidden" name="online" value={String(!isOnline)} />
      <button
        type="submit"
        role="switch"
        aria-checked={isOnline}
        aria-disabled={isLocked || isSaving || undefined}
        aria-describedby={reasonId}
        className="flex min-h-11 items-center gap-2 rounded-control text-small font-semibold aria-disabled:cursor-not-allowed"
      >
        <span className={isOnline ? 'text-good' : 'text-soft'}>{isOnline ? 'Online' : 'Offline'}</span>
        <Track state={isOnline ? 'checked' : 'unchecked'} isDimmed={isLocked} />
      </button>
    </Form>
  )
}

const lockedTexts: Partial<Record<OwnListing['approval'], string>> = {
  pending: 'Locked until your account is approved.',
  suspended: 'Locked while your account is suspended.',
}

function Track({ state, isDimmed }: { state: 'checked' | 'unchecked'; isDimmed: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-state={state}
      className={cx(
        'relative flex h-7 w-12 shrink-0 items-center rounded-full border border-line-strong bg-ink transition-colors data-[state=checked]:border-good data-[state=checked]:bg-good',
        isDimmed && 'opacity-50',
      )}
    >
      <span
        data-state={state}
        className="group flex size-5 translate-x-0.75 items-center justify-center rounded-full bg-soft transition-transform data-[state=checked]:translate-x-5.75 data-[state=checked]:bg-ink"
      >
        <Check strokeWidth={3.5} className="size-3 text-good opacity-0 group-data-[state=checked]:opacity-100" />
      </span>
    </span>
  )
}
