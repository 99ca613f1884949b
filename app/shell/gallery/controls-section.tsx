import { Bookmark, Phone, Plus, Video } from 'lucide-react'
import { useState } from 'react'
import { Depths, Example, Section } from '#app/shell/gallery/section.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { counted } from '#kernel/count-text.ts'
import { formatRupees, paise } from '#kernel/money.ts'

export function ControlsSection({ id, title }: { id: string; title: string }) {
  const [busy, setBusy] = useState(true)
  const [isOnline, setIsOnline] = useState(true)
  return (
    <Section id={id} title={title}>
      <Depths>
        <div className="flex flex-wrap gap-3">
          <Button>
            <Video className="size-5" aria-hidden="true" />
            Start Session
          </Button>
          <Button variant="outline">Book for Later</Button>
          <Button variant="quiet">Not now</Button>
          <Button variant="danger">End Session</Button>
        </div>
      </Depths>
      <Example title="Sizes" row>
        <Button size="small">
          <Plus className="size-4" aria-hidden="true" />
          Add Money
        </Button>
        <Button>Add {formatRupees(paise(500_00))}</Button>
        <Button size="large">Find an Expert</Button>
        <ButtonLink to="/how-it-works" variant="outline">
          A link that looks like a button
        </ButtonLink>
      </Example>
      <Example title="Disabled and busy" row>
        <Button disabled>Start Session</Button>
        <Button disabled variant="outline">
          Withdraw
        </Button>
        <Button busy={busy} onClick={() => setBusy(true)}>
          Save Profile
        </Button>
        <Button busy={busy} variant="outline" onClick={() => setBusy(true)}>
          Withdraw {formatRupees(paise(2_500_00))}
        </Button>
        <Button busy={busy} variant="danger" onClick={() => setBusy(true)}>
          Cancel Booking
        </Button>
        <Button variant="quiet" onClick={() => setBusy(!busy)}>
          {busy ? 'End the busy state' : 'Make the buttons busy'}
        </Button>
      </Example>
      <Example title="Icon buttons" row>
        <IconButton label="Save this expert" icon={<Bookmark className="size-5" aria-hidden="true" />} />
        <IconButton label="Audio call" icon={<Phone className="size-5" aria-hidden="true" />} />
        <IconButton label="Video call" icon={<Video className="size-5" aria-hidden="true" />} disabled />
      </Example>
      <Depths>
        <Checkbox label="Online experts only" defaultChecked name="online" />
        <Checkbox label="Email me before each booking" hint="One message, an hour before it starts." />
        <Switch label="Available for sessions" defaultChecked />
        <Slider
          label="Minimum rating"
          min={0}
          max={5}
          step={0.5}
          defaultValue={4}
          format={(rating) => (rating === 0 ? 'Any rating' : `${rating.toFixed(1)} and up`)}
          className="mt-3"
        />
      </Depths>
      <Example title="More states of choices">
        <div className="grid max-w-form gap-2">
          <Checkbox
            label="I agree to the Terms of Service and the Privacy Policy"
            error="Please agree to the terms before you continue."
          />
          <Checkbox label="Verified experts only" disabled defaultChecked hint="Every expert on Samjhao is verified." />
          <Checkbox label="Share my phone number" disabled />
          <Switch
            label={isOnline ? 'You are online' : 'You are offline'}
            hint={isOnline ? 'Students can call you now.' : 'Nobody can call you.'}
            checked={isOnline}
            onCheckedChange={setIsOnline}
          />
          <Switch label="Receive session requests" hint="Finish your profile first." disabled />
          <Slider
            label="Years of experience"
            min={0}
            max={50}
            defaultValue={7}
            format={(years) => counted(years, 'year')}
          />
          <Slider label="Session length" min={5} max={60} step={5} defaultValue={20} format={lengthAndPrice} disabled />
        </div>
      </Example>
    </Section>
  )
}

const lengthAndPrice = (minutes: number) => `${minutes} min, ${formatRupees(paise(minutes * 10_00))}`
