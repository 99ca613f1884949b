import { useState } from 'react'
import { type Refused, sendJson } from '#app/base/send-json.ts'
import { useJson } from '#app/base/use-json.ts'
import { useZone } from '#app/base/zone.tsx'
import { LoadingBoards } from '#app/boards/screen/loading-boards.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { toast } from '#app/ui/toast.ts'
import { dateText } from '#kernel/time.ts'

export type PreparedListProps = {
  /** The board of the call. */
  boardId: string
  /** Called with the first page that was added. */
  onAdded(page: string): void
}

/** As JSON: the contract has a date. */
type Listed = { boards: { id: string; name: string; changedAt: string }[] }

/** The expert chooses the prepared board whose pages are added to the board of the call. */
export function PreparedList({ boardId, onAdded }: PreparedListProps) {
  const zone = useZone()
  const address = `/boards/${boardId}/copy`
  const { data: loaded, hasFailed, retry } = useJson<Listed>(address)
  const [adding, setAdding] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const add = async (from: string) => {
    setAdding(from)
    setProblem(undefined)
    const answer = await sendJson<{ page: string }>(address, { from })
    setAdding(null)
    if (isRefused(answer)) return setProblem(answer.refusal.text)
    toast({
      kind: 'success',
      text: 'Added to the board',
      description: 'To show a page to the other side, choose “Follow me” in the menu of the board.',
      id: 'prepared-added',
      isOnPage: true,
    })
    onAdded(answer.page)
  }
  if (hasFailed) {
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorLine text="Your prepared boards cannot be loaded now." />
        <Button variant="outline" size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  }
  if (!loaded) return <LoadingBoards />
  if (loaded.boards.length === 0) {
    return <p className="text-soft">You have no prepared boards yet. You can draw one on the page “Your Boards”.</p>
  }
  return (
    <div className="grid gap-2">
      <ErrorLine text={problem} />
      <ul className="divide-y divide-line">
        {loaded.boards.map(({ id, name, changedAt }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2.5">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{name}</p>
              <p className="text-small text-quiet">Changed {dateText(new Date(changedAt), zone)}</p>
            </div>
            <Button
              variant="outline"
              size="small"
              busy={adding === id}
              disabled={adding !== null && adding !== id}
              onClick={() => void add(id)}
            >
              Add
              <span className="sr-only">: {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function isRefused(answer: object): answer is Refused {
  return 'refusal' in answer
}
