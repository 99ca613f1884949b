import { type ComponentType, createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Viewer } from '#app/base/viewer.ts'
import type { Call, openCall } from '#app/call/engine/call.ts'
import { type BegunCall, CallsContext, type ComeIn, ComeInContext } from '#app/call/engine/calls-context.ts'
import type { TopicState } from '#live/protocol.ts'

export type Rings = TopicState<`rings:${string}`>
type Start = Parameters<typeof openCall>[1]
type Asked = BegunCall['asked'] | null

/** What this tab knows of calls, and what it can do about them. */
export type DeskState = {
  /** The call that this tab is in. */
  here: { call: Call; otherName: string; asked: Asked } | null
  rings: Rings | null
  /** Loads what a call needs, because one is near. */
  prepare(): void
  enter(start: Start, otherName: string, asked?: Asked): void
  leave(): void
}

const DeskContext = createContext<DeskState | null>(null)

export type KeeperProps = { viewer: Viewer; onDesk(desk: DeskState | null): void }

type Props = {
  viewer: Viewer | null
  /** What knows of the viewer's calls; visitors do not load it. */
  Keeper: ComponentType<KeeperProps>
  children: ReactNode
}

/** Lets every page begin a call and come back to one. */
export function CallsProvider({ viewer, Keeper, children }: Props) {
  const [desk, setDesk] = useState<DeskState | null>(null)
  const isStudent = viewer?.role === 'student' || viewer?.role === 'user'
  const isParty = viewer !== null && viewer.role !== 'team'
  const { enter, prepare } = desk ?? {}
  const calls = useMemo(() => {
    if (!isStudent || !enter || !prepare) return null
    return {
      prepare,
      begin: ({ expertName, asked, ...begun }: BegunCall) =>
        enter({ ...begun, side: 'student' }, expertName, asked),
    }
  }, [isStudent, enter, prepare])
  const comeIn = useMemo<ComeIn | null>(
    () => (isParty && enter ? ({ otherName, ...start }) => enter(start, otherName) : null),
    [isParty, enter],
  )
  return (
    <CallsContext value={calls}>
      <ComeInContext value={comeIn}>
        <DeskContext value={desk}>
          {children}
          {viewer && <Keeper viewer={viewer} onDesk={setDesk} />}
        </DeskContext>
      </ComeInContext>
    </CallsContext>
  )
}

/** Where calls ring and run, over every page. Stands inside everything that a call may open. */
export function CallHost({ Surface }: { Surface: ComponentType<DeskState> }) {
  const desk = useContext(DeskContext)
  return desk && <Surface {...desk} />
}
