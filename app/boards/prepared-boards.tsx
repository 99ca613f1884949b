import { type ReactNode, type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useFormErrors } from '#app/base/forms/use-form-errors.ts'
import { useZone } from '#app/base/zone.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { PreparedBoard } from '#domain/boards/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { boardNameMaxLength, boardPagesMax, boardPicturesMax, preparedBoardsMax } from '#kernel/limits.ts'
import { dateText } from '#kernel/time.ts'

/** The expert's call, into whose board a prepared one can be copied. */
type OpenCall = { id: string; studentName: string }

/** Each form has its own id for what it creates, so that a repeated request of one form changes nothing. */
export type DuplicableBoard = PreparedBoard & { copyId: string }

type Props = {
  boards: DuplicableBoard[]
  call: OpenCall | null
  /** The id of the next new board. It changes after each load, which empties the form. */
  newId: string
}

/** The boards that an expert keeps for several lessons. Works as plain forms. */
export function PreparedBoards({ boards, call, newId }: Props) {
  const section = useRef<HTMLElement>(null)
  return (
    <Card>
      <section ref={section} tabIndex={-1} aria-labelledby="prepared-boards" className="outline-none">
        <CardHeader
          title={<span id="prepared-boards">Prepared boards</span>}
          description="Only you can see them. During a call you can add one of them to its board, as often as you like."
        />
        {boards.length > 0 ? (
          <ul aria-label="Prepared boards, the last changed first" className="mb-5 divide-y divide-line">
            {boards.map((board) => (
              <Row key={board.id} board={board} call={call} returnTo={section} />
            ))}
          </ul>
        ) : (
          <p className="mb-5 max-w-prose text-soft">
            Draw what you often explain: a diagram, a worked example, the pages of a PDF. In a call, choose “Add a
            prepared board” in the menu of its board. The student gets a copy, and your board stays as it is.
          </p>
        )}
        {boards.length < preparedBoardsMax ? (
          <NameForm key={newId} act="create" boardId={newId} label="Name of a new board" submit="Create" />
        ) : (
          <p className="text-soft">
            You have {preparedBoardsMax} boards, and cannot keep more. Delete one to create another.
          </p>
        )}
        <p className="mt-3 text-small text-quiet">
          {counted(boards.length, 'board')} of {preparedBoardsMax}. Each has room for about 10,000 strokes,{' '}
          {boardPicturesMax} pictures and {boardPagesMax} pages.
        </p>
      </section>
    </Card>
  )
}

type RowProps = { board: DuplicableBoard; call: OpenCall | null; returnTo: RefObject<HTMLElement | null> }

/** The list shows how full a board is from this percentage on. */
const nearlyFullPercent = 70

function Row({ board: { id, name, changedAt, fullPercent, copyId }, call, returnTo }: RowProps) {
  const zone = useZone()
  const use = useAnsweredForm({ id: 'use-board' })
  const duplicate = useAnsweredForm({ id: 'duplicate-board', isOnPage: true })
  const remove = useAnsweredForm({ id: 'delete-board', isOnPage: true, returnTo })
  return (
    <li className="grid gap-2 py-3.5 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <Link
            to={`/expert/boards/${id}`}
            className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline-offset-4 hover:underline md:min-h-0"
          >
            {name}
          </Link>
          <p className="text-small text-quiet">
            Changed <time dateTime={changedAt.toISOString()}>{dateText(changedAt, zone)}</time>
            {fullPercent >= nearlyFullPercent && `, ${fullPercent} % full`}
          </p>
        </div>
        {call ? (
          <use.Form method="post">
            <input type="hidden" name="act" value="use" />
            <input type="hidden" name="board" value={id} />
            <input type="hidden" name="session" value={call.id} />
            <Button type="submit" variant="outline" size="small" busy={use.busy}>
              Use in the session with {call.studentName}
              <span className="sr-only">: {name}</span>
            </Button>
          </use.Form>
        ) : (
          <ButtonLink to={`/expert/boards/${id}`} variant="outline" size="small">
            Open
            <span className="sr-only">: {name}</span>
          </ButtonLink>
        )}
      </div>
      <ErrorLine text={use.problem ?? duplicate.problem} />
      <div className="flex flex-wrap gap-x-4">
        <Opener label="Rename" name={name}>
          <NameForm act="rename" boardId={id} name={name} label="Name of the board" submit="Save name" />
        </Opener>
        <duplicate.Form method="post">
          <input type="hidden" name="act" value="duplicate" />
          <input type="hidden" name="board" value={id} />
          <input type="hidden" name="copy" value={copyId} />
          <button
            type="submit"
            aria-disabled={duplicate.busy || undefined}
            onClick={(event) => duplicate.busy && event.preventDefault()}
            className={linkStyle}
          >
            {duplicate.busy ? 'Duplicating…' : 'Duplicate'}
            <span className="sr-only">: {name}</span>
          </button>
        </duplicate.Form>
        <Opener label="Delete" name={name}>
          <remove.Form method="post" className="grid justify-items-start gap-3">
            <input type="hidden" name="act" value="delete" />
            <input type="hidden" name="board" value={id} />
            <p className="max-w-prose text-small text-soft">
              “{name}” and its pictures are deleted and cannot be restored. Sessions that used it keep their copy.
            </p>
            <ErrorLine text={remove.problem} />
            <Button type="submit" variant="danger" size="small" busy={remove.busy}>
              Delete the board
              <span className="sr-only">: {name}</span>
            </Button>
          </remove.Form>
        </Opener>
      </div>
    </li>
  )
}

const linkStyle =
  'inline-flex min-h-11 cursor-pointer items-center text-small text-soft underline underline-offset-4 hover:text-text md:min-h-8'

function Opener({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  return (
    <details className="open:w-full">
      <summary className={cx(linkStyle, '[&::-webkit-details-marker]:hidden')}>
        {label}
        <span className="sr-only">: {name}</span>
      </summary>
      <div className="py-2">{children}</div>
    </details>
  )
}

type NameFormProps = { act: 'create' | 'rename'; boardId: string; name?: string; label: string; submit: string }

const rules = { name: (name: string) => (name.trim() ? undefined : 'Give the board a name.') }

function NameForm({ act, boardId, name = '', label, submit }: NameFormProps) {
  const { Form, busy, refused } = useAnsweredForm({ id: 'board-name', isOnPage: true })
  const { form, errors, formError, check } = useFormErrors({ rules, answer: refused })
  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="grid max-w-prose gap-2">
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="board" value={boardId} />
      <div className="flex flex-wrap items-end gap-2">
        <Field label={label} error={errors.name} className="min-w-48 flex-1">
          <TextInput name="name" autoComplete="off" maxLength={boardNameMaxLength} defaultValue={name} />
        </Field>
        <Button type="submit" variant="outline" busy={busy}>
          {submit}
        </Button>
      </div>
      <ErrorLine text={busy ? undefined : formError} />
    </Form>
  )
}
