import { categoryOptions } from '#app/team/applications/application-text.ts'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { Application } from '#domain/applications/contract.ts'
import { applicationNotesMaxLength, emailMaxLength, nameMaxLength, nameMinLength } from '#kernel/limits.ts'

type Props = { values?: Pick<Application, 'fullName' | 'email' | 'phone' | 'category' | 'notes'> }

/** Fields copied from the applicant's email. */
export function DetailFields({ values }: Props) {
  return (
    <>
      <Field label="Full Name" required>
        <TextInput
          name="fullName"
          defaultValue={values?.fullName}
          minLength={nameMinLength}
          maxLength={nameMaxLength}
          autoComplete="off"
        />
      </Field>
      <Field label="Email" hint="The one-time link goes to this address." required>
        <TextInput
          name="email"
          type="email"
          defaultValue={values?.email}
          maxLength={emailMaxLength}
          autoComplete="off"
        />
      </Field>
      <Field label="Phone Number" required>
        <TextInput
          name="phone"
          type="tel"
          defaultValue={values?.phone}
          pattern="\+?[\d ]{8,20}"
          title="8 to 20 digits and spaces, such as +91 98450 00000"
          autoComplete="off"
        />
      </Field>
      <Field label="Category" required>
        <Select name="category" defaultValue={values?.category}>
          {categoryOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Notes" hint="For the team. The applicant may ask to read them." optional>
        <TextArea name="notes" defaultValue={values?.notes} maxLength={applicationNotesMaxLength} counter />
      </Field>
    </>
  )
}
