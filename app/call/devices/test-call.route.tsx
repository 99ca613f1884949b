import { useCallback, useState } from 'react'
import { useFetcher } from 'react-router'
import { redirectToLogin, redirectToOwnPage } from '#app/base/own-pages.server.ts'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { catchRefusal, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { DeviceCheck } from '#app/call/devices/device-check.tsx'
import { SelfCall } from '#app/call/devices/self-call.tsx'
import { useDevices } from '#app/call/devices/use-devices.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { findTestCall } from '#domain/experts/queries.server.ts'
import { recordTestCall } from '#domain/experts/record-test-call.server.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/test-call.route'

export const loader = serve({ policy: 'expert', otherwise: redirectOthers }, async ({ context }) => ({
  testedAt: await findTestCall(context),
}))

function redirectOthers({ context }: RefusedRequest): never {
  redirectToOwnPage(context.actor, 'profile')
  return redirectToLogin('/expert/test-call')
}

export const action = serve('expert', async ({ context }, _args: Route.ActionArgs) =>
  catchRefusal(recordTestCall(context).then(() => ({ done: 'Your test call worked.' }))),
)

export const meta = () => [{ title: 'Test call' }, { name: 'robots', content: 'noindex' }]

export default function TestCallPage({ loaderData: { testedAt } }: Route.ComponentProps) {
  const zone = useZone()
  const [isCalling, setIsCalling] = useState(false)
  const [callCount, setCallCount] = useState(0)
  const devices = useDevices('video')
  const { submit, data: answer, state } = useFetcher<FormAnswer>()
  const record = useCallback(() => void submit({}, { method: 'post' }), [submit])
  const media = devices.state.kind === 'ready' ? devices.state.media : null
  const problem = answer && 'refusal' in answer && state === 'idle' ? answer.refusal.text : undefined
  return (
    <div className="page max-w-form py-8 md:py-12">
      <BackLink to="/expert/profile">Back to profile</BackLink>
      <h1 className="mt-3 text-title">Test call</h1>
      <p className="mt-2 mb-6 text-soft">
        A call with yourself shows what a student would see and hear. Nothing leaves this device, and nothing is
        recorded.
      </p>
      {testedAt && (
        <Notice tone="good" title="Your test call worked" announce={answer !== undefined} className="mb-5">
          Voice and picture arrived on {dayAndTime(testedAt, zone)}.
        </Notice>
      )}
      {media && isCalling ? (
        <SelfCall key={callCount} media={media} onArrived={record} onRetry={() => setCallCount(callCount + 1)} />
      ) : (
        <DeviceCheck callType="video" devices={devices} onAudioInstead={undefined} />
      )}
      <ErrorLine text={problem} />
      {media && (
        <Button
          variant={isCalling ? 'outline' : 'primary'}
          className="mt-5 w-full"
          onClick={() => setIsCalling(!isCalling)}
        >
          {isCalling ? 'End the test call' : 'Start the test call'}
        </Button>
      )}
    </div>
  )
}
