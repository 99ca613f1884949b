import { Search } from 'lucide-react'
import { useState } from 'react'
import { Depths, Example, Section } from '#app/shell/gallery/section.tsx'
import { Button } from '#app/ui/button.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { categoryGroups } from '#kernel/catalogue.ts'
import { formatRupees, paise } from '#kernel/money.ts'

export function FieldsSection({ id, title }: { id: string; title: string }) {
  return (
    <Section id={id} title={title}>
      <Depths>
        <div className="space-y-5">
          <Field label="Full name" required>
            <TextInput name="name" autoComplete="off" placeholder="As on your identity proof" />
          </Field>
          <Field label="Email" error="Please enter a valid email address" required>
            <TextInput name="email" type="email" autoComplete="off" defaultValue="asha.verma@" />
          </Field>
          <Field label="Category" optional hint="What you need help with.">
            <Categories />
          </Field>
        </div>
      </Depths>
      <Example title="A text box with suggestions; type anything">
        <SuggestionsExample />
      </Example>
      <Example title="A form">
        <form className="grid max-w-form gap-5" onSubmit={(event) => event.preventDefault()}>
          <Field label="Password" hint="At least 6 characters." required>
            <PasswordInput name="password" autoComplete="off" defaultValue="monsoon-2026" />
          </Field>
          <Field label="Repeat the password" error="The two passwords are not the same.">
            <PasswordInput name="repeat" autoComplete="off" defaultValue="monsoon" />
          </Field>
          <Field label="Amount" hint={`Between ${formatRupees(paise(100_00))} and ${formatRupees(paise(50_000_00))}.`}>
            <TextInput name="amount" inputMode="decimal" leading="₹" defaultValue="1,500" className="figures" />
          </Field>
          <Field label="Find an expert">
            <TextInput type="search" leading={<Search />} placeholder="Organic chemistry, GST, résumé" />
          </Field>
          <Field label="Your question" hint="The expert reads it before the call." optional>
            <TextArea
              name="question"
              maxLength={300}
              counter
              defaultValue="In integration by parts, how do I decide which factor to differentiate? I always pick the wrong one and go round in circles."
            />
          </Field>
          <Field label="About you" error="Please say a little more, at least 50 characters.">
            <TextArea
              name="about"
              maxLength={60}
              counter
              defaultValue="I have taught physics for JEE since 2014 in Kota."
            />
          </Field>
          <Field label="Referral code" hint="Read only: it came with your link.">
            <TextInput readOnly value="DIWALI-50" />
          </Field>
          <Field label="Phone" hint="Disabled until your email is confirmed.">
            <TextInput disabled value="+91 98765 43210" />
          </Field>
          <Field label="Language" hint="Disabled.">
            <Select disabled defaultValue="hi">
              <option value="hi">Hindi and English</option>
            </Select>
          </Field>
          <Field label="Subject" error="Please choose a subject.">
            <Categories />
          </Field>
          <div className="flex gap-3">
            <Button type="submit">Save</Button>
            <Button type="reset" variant="outline">
              Reset
            </Button>
          </div>
        </form>
      </Example>
    </Section>
  )
}

function Categories() {
  return (
    <Select defaultValue="">
      <option value="">Choose a category</option>
      {categoryGroups.map((group) => (
        <optgroup key={group.id} label={group.name}>
          {group.subcategories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}

function SuggestionsExample() {
  const [typed, setTyped] = useState('')
  const groups = categoryGroups.map(({ name, subcategories }) => ({
    label: name,
    options: subcategories
      .filter((subcategory) => subcategory.toLowerCase().includes(typed.toLowerCase()))
      .map((subcategory) => ({ id: subcategory, to: '/gallery', content: subcategory })),
  }))
  return (
    <div className="relative max-w-form">
      <Combobox
        name="category"
        label="Search categories"
        placeholder="Test Preparation, Health"
        groups={typed ? groups : null}
        onType={setTyped}
        emptyText="Nothing found."
        leading={<Search />}
      />
    </div>
  )
}
