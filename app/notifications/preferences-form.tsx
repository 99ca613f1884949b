import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useZone } from '#app/base/zone.tsx'
import { quietHoursZoneText } from '#app/notifications/quiet-hours-zone-text.ts'
import { formatTime } from '#app/notifications/read-preferences.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { NotificationChoices, Preferences } from '#domain/notifications/contract.ts'
import { isConfigurable, isChannelEnabled, kindsFor, deliveryRules } from '#domain/notifications/rules.ts'
import { type Channel, channels, type NotificationKind } from '#domain/notifications/states.ts'
import { kindNames } from '#domain/notifications/text.ts'
import type { Role } from '#domain/policy.ts'

const channelNames: Record<Channel, string> = { page: 'Bell', push: 'Push', mail: 'Email' }
const defaultQuietHours = { fromMinute: 22 * 60, toMinute: 7 * 60 }

type Props = { role: Role; preferences: Preferences }

export function PreferencesForm({ role, preferences }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'preferences' })
  return (
    <Form method="post" className="grid grid-cols-1 gap-5">
      <Card className="px-0 pt-2 pb-0 md:px-0 md:pt-3 md:pb-0">
        <KindTable role={role} choices={preferences.choices} />
      </Card>
      <QuietHoursCard preferences={preferences} />
      <ErrorLine text={problem} />
      <Button type="submit" busy={busy} className="justify-self-start">
        Save
      </Button>
    </Form>
  )
}

function KindTable({ role, choices }: { role: Role; choices: NotificationChoices }) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Notification channels by kind</caption>
      <thead>
        <tr className="text-small text-quiet">
          <th scope="col" className="py-2 pl-5 font-medium md:pl-6">
            Notification
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-12 py-2 text-center font-medium last:pr-3 md:w-20">
              {channelNames[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kindsFor(role).map((kind) => (
          <tr key={kind} className="border-t border-line">
            <th scope="row" className="py-3 pr-2 pl-5 font-normal md:pl-6">
              <span className="block font-semibold">{kindNames[kind].name}</span>
              <span className="block text-small text-quiet">{kindNames[kind].hint}</span>
            </th>
            {channels.map((channel) => (
              <td key={channel} className="text-center last:pr-3">
                <Choice kind={kind} channel={channel} choices={choices} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ChoiceProps = { kind: NotificationKind; channel: Channel; choices: NotificationChoices }

function Choice({ kind, channel, choices }: ChoiceProps) {
  if (deliveryRules[kind][channel] === 'never') {
    return (
      <span className="text-quiet">
        <span aria-hidden="true">–</span>
        <span className="sr-only">not by {channelNames[channel].toLowerCase()}</span>
      </span>
    )
  }
  const canChange = isConfigurable(kind, channel)
  return (
    <Checkbox
      name={`${kind} ${channel}`}
      defaultChecked={isChannelEnabled(kind, channel, choices)}
      disabled={!canChange}
      className="mx-auto flex size-11 items-center justify-center [&_label]:gap-0"
      label={
        <span className="sr-only">
          {kindNames[kind].name} by {channelNames[channel].toLowerCase()}
          {!canChange && ', always'}
        </span>
      }
    />
  )
}

function QuietHoursCard({ preferences: { quiet, zone: savedZone } }: { preferences: Preferences }) {
  const zone = useZone()
  const { fromMinute, toMinute } = quiet ?? defaultQuietHours
  return (
    <Card as="section">
      <CardHeader
        title="Quiet hours"
        description="We delay push and email until the morning, except for calls, reminders, experts who come online and security."
      />
      <input type="hidden" name="zone" value={zone} />
      <Checkbox name="quiet" defaultChecked={quiet !== null} label="Turn on quiet hours" />
      <div className="mt-3 grid max-w-96 grid-cols-2 gap-4">
        <Field label="From">
          <TextInput type="time" name="from" defaultValue={formatTime(fromMinute)} required />
        </Field>
        <Field label="To">
          <TextInput type="time" name="to" defaultValue={formatTime(toMinute)} required />
        </Field>
      </div>
      <p className="mt-2 text-small text-quiet">{quietHoursZoneText(quiet && savedZone, zone)}</p>
    </Card>
  )
}
