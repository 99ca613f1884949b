import { History, MousePointerClick, X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { useShell } from '#app/team/base/use-shell.ts'
import { type Act, hasWordStarts, listActs, type RecordAct } from '#app/team/find/acts.ts'
import { FindBox, type FindGroup, type FindOption } from '#app/team/find/find-box.tsx'
import { listRecentSearches, rememberSearch } from '#app/team/find/recent-searches.ts'
import { kindLabels, toOptions } from '#app/team/find/record-options.tsx'
import { useFindings } from '#app/team/find/use-findings.ts'
import { Button } from '#app/ui/button.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { FoundGroup, FoundKind } from '#domain/team/contract.ts'

export type FindDialogProps = {
  /** The pages of the viewer's role. */
  pages: { to: string; label: string; icon: ReactNode }[]
  onClose(): void
  /** Receives the focus when the element that had it is gone. */
  returnTo: RefObject<HTMLElement | null>
}

/**
 * One search over records, acts and pages. When an act needs a record, the act is chosen first. Then only records for it
 * are found, and each leads to the place where the act is done.
 */
export function FindDialog({ pages, onClose, returnTo }: FindDialogProps) {
  const [text, setText] = useState('')
  const [act, setAct] = useState<RecordAct | null>(null)
  const [recent] = useState(listRecentSearches)
  const input = useRef<HTMLInputElement>(null)
  const { groups: found, isLoading, problem, retry } = useFindings(text)
  const { teamRole } = useShell()
  const { pathname } = useLocation()
  const viewer = { zone: useZone(), teamRole }
  const typed = text.trim()

  function changeAct(chosen: RecordAct | null): void {
    setAct(chosen)
    setText('')
    input.current?.focus()
  }

  function openRecord(): void {
    if (typed) rememberSearch(typed)
    onClose()
  }

  const toGroup = (group: FoundGroup): FindGroup => ({
    label: kindLabels[group.kind],
    options: toOptions(group, { viewer, act, onOpen: openRecord }),
  })

  function toActOption(each: Act): FindOption {
    const option = { id: `act-${each.label}`, icon: <MousePointerClick />, title: each.label }
    return 'to' in each
      ? { ...option, to: each.to, onOpen: onClose }
      : { ...option, detail: `Choose ${oneOf[each.kind]}`, onOpen: () => changeAct(each) }
  }

  function listForAct(chosen: RecordAct): FindGroup[] {
    const here = typed === '' && findPlaceHere(pathname, chosen)
    const title = oneOf[chosen.kind].replace(/^an? (.*)/, 'The $1 on this page')
    const option = { id: 'here', icon: <MousePointerClick />, title, onOpen: onClose }
    return [
      { label: 'This page', options: here ? [{ ...option, to: here }] : [] },
      ...found.filter(({ kind }) => kind === chosen.kind).map(toGroup),
    ]
  }

  function listBeforeTyping(): FindGroup[] {
    const searches = recent.map((search) => ({
      id: `recent-${search}`,
      icon: <History />,
      title: search,
      onOpen: () => setText(search),
    }))
    return [
      { label: 'Recent searches', options: searches },
      { label: 'Actions', options: listActs(teamRole).map(toActOption) },
    ]
  }

  function listAll(): FindGroup[] {
    const matchingActs = listActs(teamRole).filter(({ label, words }) => hasWordStarts(typed, `${label} ${words}`))
    const matchingPages = pages.filter(({ label }) => hasWordStarts(typed, label))
    const pageOptions = matchingPages.map(({ to, label, icon }) => ({
      id: `page-${to}`,
      icon,
      title: label,
      to,
      onOpen: onClose,
    }))
    return [
      ...found.filter(isExact).map(toGroup),
      { label: 'Actions', options: matchingActs.map(toActOption) },
      { label: 'Pages', options: pageOptions },
      ...found.filter((group) => !isExact(group)).map(toGroup),
    ]
  }

  return (
    <Modal
      open
      onOpenChange={onClose}
      returnTo={returnTo}
      title="Search everything"
      positionStyle="inset-0 animate-fade-in md:m-auto md:h-fit md:max-h-[85dvh] md:w-full md:max-w-form md:rounded-card md:border"
    >
      {act && (
        <div className="mb-3 flex items-center justify-between gap-3 rounded-control bg-line py-1 pr-1 pl-3.5 text-small">
          <p>
            <span className="font-semibold">{act.label}:</span> choose {oneOf[act.kind]}
          </p>
          <Button variant="quiet" size="small" onClick={() => changeAct(null)}>
            <X className="size-4" aria-hidden="true" />
            Another action
          </Button>
        </div>
      )}
      <FindBox
        input={input}
        text={text}
        onType={setText}
        onLeave={act ? () => changeAct(null) : undefined}
        placeholder={act ? `Find ${oneOf[act.kind]}` : 'Name, email, id, number or action'}
        groups={act ? listForAct(act) : typed === '' ? listBeforeTyping() : listAll()}
        isLoading={isLoading}
        problem={problem}
        onRetry={retry}
        emptyText={
          typed === ''
            ? `Type a name, a number or an id to find ${act ? oneOf[act.kind] : 'a record'}.`
            : `Nothing found for “${typed}”. Try a whole name, an email address, an id, the number of a receipt or ticket, or the reference of a payment.`
        }
      />
    </Modal>
  )
}

const oneOf: Record<FoundKind, string> = {
  people: 'a person',
  experts: 'an expert',
  sessions: 'a session',
  tickets: 'a ticket',
  withdrawals: 'a withdrawal',
  payments: 'a payment',
  operations: 'an operation',
}

function isExact({ rows }: FoundGroup): boolean {
  return rows.some(({ match }) => match === 'exact')
}

/** The place of the act, if the current page shows a record of its kind. */
function findPlaceHere(pathname: string, { kind, anchor }: RecordAct): string | null {
  const [, team, folder, id, ...deeper] = pathname.split('/')
  const isRecord = team === 'team' && folder === kind && id && id !== 'new' && deeper.length === 0
  return isRecord ? `${pathname}${anchor}` : null
}
