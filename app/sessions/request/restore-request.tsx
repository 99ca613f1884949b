import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { RequestDraft } from '#app/experts/open-request-context.ts'
import { openRequestKey } from '#app/sessions/request/open-request-key.ts'
import type { OpenRequest } from '#app/sessions/request/open-request.ts'
import { draftKeptHours } from '#kernel/limits.ts'

export type RestoreRequestProps = {
  path: string
  isOpen: boolean
  /** True once after a visitor has signed in. */
  consumeSignIn(): boolean
  openRequest(requestDraft: RequestDraft): Promise<void>
}

/** Opens the dialog again after a reload, and after a visitor has signed in on another page. */
export function RestoreRequest({ path, isOpen, consumeSignIn, openRequest }: RestoreRequestProps) {
  const navigate = useNavigate()
  const isVisitor = useViewer() === null
  const lastPath = useRef(path)
  useEffect(() => {
    const hasSignedIn = !isVisitor && consumeSignIn()
    const hasMoved = lastPath.current !== path
    lastPath.current = path
    if (isOpen) return
    const request = readOpenRequest()
    if (request && pathnameOf(request.path) === pathnameOf(path)) void openRequest(request.requestDraft)
    else if (request && hasSignedIn) void navigate(request.path, { replace: true })
    // A student who leaves the page does not want the dialog back. A visitor may be on the way to the login.
    else if (request && hasMoved && !isVisitor) safeSessionStorage.removeItem(openRequestKey)
  }, [path, isOpen, isVisitor, consumeSignIn, openRequest, navigate])
  return null
}

/** Ignores the query, because a page may have removed parameters that it has handled. */
function pathnameOf(path: string): string | undefined {
  return path.split('?')[0]
}

function readOpenRequest(): OpenRequest | null {
  try {
    const stored: unknown = JSON.parse(safeSessionStorage.getItem(openRequestKey) ?? 'null')
    return isOpenRequest(stored) && Date.now() - stored.openedAt < draftKeptHours * 3_600_000 ? stored : null
  } catch {
    return null
  }
}

/** Another version of the page may have stored something else. */
function isOpenRequest(stored: unknown): stored is OpenRequest & { openedAt: number } {
  const { requestDraft, path, openedAt } = Object(stored) as Record<string, unknown>
  const { callType, target, expert, language, maxRatePaisePerMinute } = Object(requestDraft) as Record<string, unknown>
  const { id, name, photoUrl, ratePaisePerMinute } = Object(expert) as Record<string, unknown>
  const isToAnyone =
    target === 'anyone' &&
    (language == null || typeof language === 'string') &&
    (maxRatePaisePerMinute === undefined || Number.isSafeInteger(maxRatePaisePerMinute))
  const isToExpert =
    target === undefined &&
    [id, name].every((text) => typeof text === 'string') &&
    (photoUrl === null || typeof photoUrl === 'string') &&
    Number.isSafeInteger(ratePaisePerMinute)
  return (
    (callType === 'audio' || callType === 'video') &&
    (isToAnyone || isToExpert) &&
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path) &&
    typeof openedAt === 'number'
  )
}
