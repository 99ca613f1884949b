import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { runFormAction } from '#app/base/form-actions.server.ts'
import { logInFirst, redirectToOwnBoards } from '#app/base/own-pages.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { PreparedBoards } from '#app/boards/prepared-boards.tsx'
import { SessionBoards } from '#app/boards/session-boards.tsx'
import { Locked } from '#app/experts/locked.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { copyBoard } from '#domain/boards/copy-board.server.ts'
import type { SessionBoardPage } from '#domain/boards/contract.ts'
import { duplicatePreparedBoard } from '#domain/boards/duplicate-board.server.ts'
import { deletePreparedBoard, listPreparedBoards, savePreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { listSessionBoards } from '#domain/boards/session-boards.server.ts'
import { findOpenSession } from '#domain/sessions/queries.server.ts'
import { isCall } from '#domain/sessions/states.ts'
import type { Route } from './+types/boards.route'

/** One page under two paths: /user/boards for students and /expert/boards for experts. */
export const loader = serve(
  { policy: 'signedIn', otherwise: logInFirst },
  async ({ context }, { request }: Route.LoaderArgs) => {
    const { actor } = context
    redirectToOwnBoards(actor, request)
    const isExpert = actor.role === 'expert'
    const approval = isExpert ? (actor.approval ?? 'pending') : 'approved'
    if (approval !== 'approved') return { isExpert, approval }
    const before = new URL(request.url).searchParams.get('before') ?? undefined
    const [page, prepared, open] = await Promise.all([
      listSessionBoards(context, { before }),
      isExpert ? listPreparedBoards(context) : [],
      isExpert ? findOpenSession(context) : null,
    ])
    const call = open && isCall(open.state) ? { id: open.id, studentName: open.studentName } : null
    return { isExpert, approval, page, prepared, call, isFirst: before === undefined, newId: randomUUID() }
  },
)

export const action = serve('approvedExpert', async ({ context, storage }, { request }: Route.ActionArgs) => {
  redirectToOwnBoards(context.actor, request)
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const id = readText('board')
  return runFormAction(form, {
    async create() {
      await savePreparedBoard(context, { id, name: readText('name') })
      throw redirect(`/expert/boards/${id}`)
    },
    async rename() {
      await savePreparedBoard(context, { id, name: readText('name') })
      return 'The board has been renamed'
    },
    async duplicate() {
      await duplicatePreparedBoard({ ...context, storage }, { id: readText('copy'), from: id })
      return 'The board has been duplicated'
    },
    async delete() {
      await deletePreparedBoard(context, { id })
      return 'The board has been deleted'
    },
    async use() {
      await copyBoard({ ...context, storage }, { id: readText('session'), from: id })
      return 'The board is now in the session'
    },
  })
})

export const meta = () => [{ title: 'Your Boards' }, { name: 'robots', content: 'noindex' }]

export default function BoardsPage({ loaderData }: Route.ComponentProps) {
  const { isExpert, approval } = loaderData
  return (
    <div className="page py-6 md:py-10">
      <BackLink to={isExpert ? '/expert/sessions' : '/user/sessions'}>Back to your sessions</BackLink>
      <h1 className="mt-2 mb-6 text-title">Your Boards</h1>
      {approval === 'approved' ? (
        <Boards {...loaderData} />
      ) : (
        <Locked approval={approval} sentenceStart="Boards open" level={2} />
      )}
    </div>
  )
}

type Props = Extract<Route.ComponentProps['loaderData'], { page: SessionBoardPage }>

function Boards({ page, prepared, call, isFirst, isExpert, newId }: Props) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {isExpert && isFirst && <PreparedBoards boards={prepared} call={call} newId={newId} />}
      <SessionBoards page={page} isFirst={isFirst} path={isExpert ? '/expert' : '/user'} />
    </div>
  )
}
