import { type ComponentProps, Suspense } from 'react'
import { waitsForScripts } from '#app/base/taps/early-taps.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { callButtonProps } from '#app/experts/status-in-page.ts'
import type { AskedQuestion } from '#app/experts/open-request-context.ts'
import { requestParam } from '#app/experts/request-param.ts'
import { type ExpertToCall, useSessionRequest } from '#app/experts/use-session-request.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ExpertStatus } from '#domain/discovery/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'

/** Not loaded for visitors. If loading fails, the button still works. */
const RepeatedRequest = createLazyModule(() => import('#app/experts/repeated-request.tsx')).component(
  (loaded) => loaded.RepeatedRequest,
  () => null,
)

type Props = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'> & {
  expert: ExpertToCall
  status: ExpertStatus
  callType: CallType
  takesBookings: boolean
  /** The question to ask again. */
  asked?: AskedQuestion | null
}

/** A disabled button must not look like the main action of the screen. */
const disabledStyle = 'disabled:border disabled:border-line-strong disabled:bg-transparent disabled:text-text'

/**
 * Requests a call. Without scripts it is a form: it leads visitors to the login and back to this request, and
 * signed-in users to the booking page. If the expert takes no bookings, a text says what to do instead.
 */
export function RequestButton({ expert, status, callType, takesBookings, asked, ...buttonLook }: Props) {
  const viewer = useViewer()
  const request = useSessionRequest(expert, status)
  const isHydrated = useHydrated()
  const path = `/expert/details/${expert.id}`
  const needsScripts = viewer && !takesBookings
  return (
    <form
      action={viewer ? `${path}/book` : '/login'}
      {...waitsForScripts}
      onSubmit={(event) => {
        event.preventDefault()
        request(callType)
      }}
    >
      <input
        type="hidden"
        name={viewer ? 'callType' : 'redirect'}
        value={viewer ? callType : `${path}?${requestParam}=${callType}`}
      />
      <Button
        {...buttonLook}
        {...callButtonProps(status)}
        type="submit"
        className={cx('w-full', disabledStyle, needsScripts && 'noscript:hidden')}
      />
      {needsScripts && (
        // Browsers with JavaScript ignore the content, so it is rendered on the server only.
        <noscript suppressHydrationWarning>
          {import.meta.env.SSR && (
            <p className="text-small text-soft">
              A call needs JavaScript. Turn it on in your browser, then reload this page.
            </p>
          )}
        </noscript>
      )}
      {viewer && isHydrated && (
        <Suspense>
          <RepeatedRequest callType={callType} earlierQuestion={asked} request={request} />
        </Suspense>
      )}
    </form>
  )
}
