import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { CatalogueGroup } from '#domain/content/contract.ts'

type Props = { catalogue: CatalogueGroup[]; version: number }

/** The order of the categories and their suggested subjects, one per line. */
export function CatalogueForm({ catalogue, version }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'catalogue' })
  return (
    <Card as="section">
      <CardHeader
        title="Categories and subjects"
        description="One per line, in the order shown to users. Categories cannot be added or removed here."
      />
      <Form method="post" className="space-y-6">
        <input type="hidden" name="act" value="catalogue" />
        <input type="hidden" name="version" value={version} />
        <div key={version} className="space-y-6">
          {catalogue.map((group, index) => (
            <GroupFields key={group.id} group={group} position={index + 1} count={catalogue.length} />
          ))}
        </div>
        <ErrorLine text={problem} />
        <Button type="submit" busy={busy}>
          Save categories
        </Button>
      </Form>
    </Card>
  )
}

type GroupProps = { group: CatalogueGroup; position: number; count: number }

function GroupFields({ group: { id, name, subcategories, suggestions }, position, count }: GroupProps) {
  return (
    <fieldset className="space-y-4 border-t border-line pt-4">
      <legend className="sr-only">{name}</legend>
      <input type="hidden" name="group" value={id} />
      <Field label={`Position of ${name}`} className="max-w-40">
        <Select name={`place.${id}`} defaultValue={position}>
          {Array.from({ length: count }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={`Order inside ${name}`} hint="Change only the order. Lines cannot be added or removed.">
          <TextArea name={`subcategories.${id}`} defaultValue={subcategories.join('\n')} rows={8} />
        </Field>
        <Field
          label={`Subjects suggested in ${name}`}
          hint="Shown to experts who edit their profile, and in the search."
        >
          <TextArea name={`suggestions.${id}`} defaultValue={suggestions.join('\n')} rows={8} />
        </Field>
      </div>
    </fieldset>
  )
}
