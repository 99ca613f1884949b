import { useState } from 'react'
import { PhotoField } from '#app/account/photo/photo-field.tsx'
import type { PhotoState } from '#app/account/photo/use-photo-upload.ts'
import { Example, Section } from '#app/shell/gallery/section.tsx'
import { refusals } from '#kernel/refusals.ts'

const states: { title: string; first: PhotoState }[] = [
  { title: 'No photo yet; uploading requires a sign-in', first: { kind: 'idle' } },
  {
    title: 'Uploading',
    first: { kind: 'uploading', percent: 42, preview: '/favicon.svg' },
  },
  {
    title: 'Refused',
    first: { kind: 'error', text: refusals.photo_type.text, wasToasted: true },
  },
]

export function PhotoSection({ id, title }: { id: string; title: string }) {
  const [url, setUrl] = useState<string | null>(null)
  return (
    <Section id={id} title={title}>
      {states.map(({ title, first }) => (
        <Example key={title} title={title}>
          <div className="max-w-form">
            <PhotoField name="Asha Verma" currentUrl={url} onChanged={setUrl} first={first} />
          </div>
        </Example>
      ))}
    </Section>
  )
}
