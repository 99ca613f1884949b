import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { MarketingFigures } from '#domain/content/contract.ts'

type Props = { figures: MarketingFigures; version: number }

/** The aims of the product. The number of experts online is not editable, because it is a live count. */
export function FiguresForm({ figures, version }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'figures' })
  return (
    <Card as="section">
      <CardHeader
        title="Figures"
        description="Public pages show these figures as our aims. The number of experts online is a live count."
      />
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="figures" />
        <input type="hidden" name="version" value={version} />
        {/* The key remounts the fields after a colleague's change; the refusal stays below. */}
        <div key={version} className="grid gap-4 sm:grid-cols-2">
          <NumberField name="totalExperts" label="Banner: experts" value={figures.totalExperts} />
          <NumberField
            name="successfulSessions"
            label="Banner: successful sessions"
            value={figures.successfulSessions}
          />
          <NumberField name="verifiedExperts" label="Verified experts" value={figures.verifiedExperts} />
          <NumberField
            name="satisfactionPercent"
            label="Satisfied students, in percent"
            value={figures.satisfactionPercent}
          />
          <NumberField
            name="weeklyEarningsRupees"
            label="Average earnings per week, in rupees"
            value={figures.weeklyEarningsPaise / 100}
          />
          <NumberField name="approvalHours" label="Approval time, in hours" value={figures.approvalHours} />
        </div>
        <ErrorLine text={problem} />
        <Button type="submit" busy={busy}>
          Save figures
        </Button>
      </Form>
    </Card>
  )
}

function NumberField({ name, label, value }: { name: string; label: string; value: number }) {
  return (
    <Field label={label} required>
      <TextInput name={name} defaultValue={value} inputMode="numeric" autoComplete="off" className="figures" />
    </Field>
  )
}
