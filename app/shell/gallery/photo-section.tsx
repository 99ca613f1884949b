import { useState } from 'react'
import { PhotoField } from '#app/account/photo/photo-field.tsx'
import type { PhotoState } from '#app/account/photo/use-photo-upload.ts'
import { Example, Section } from '#app/shell/gallery/section.tsx'
import { refusals } from '#kernel/refusals.ts'

const states: { title: string; initialState: PhotoState }[] = [
  { title: 'No photo yet; uploading requires a sign-in', initialState: { kind: 'idle' } },
  {
    title: 'Uploading',
    initialState: { kind: 'uploading', percent: 42, preview: '/favicon.svg' },
  },
  {
    title: 'Refused',
    initialState: { kind: 'error', text: refusals.photo_type.text, wasToasted: true },
  },
]

export function PhotoSection({ id, title }: { id: string; title: string }) {
  const [url, setUrl] = useState<string | null>(null)
  return (
    <Section id={id} title={title}>
      {states.map(({ title, initialState }) => (
        <Example key={title} title={title}>
          <div className="max-w-form">
            <PhotoField name="Asha Verma" currentUrl={url} onChanged={setUrl} initialState={initialState} />
          </div>
        </Example>
      ))}
    </Section>
  )
}
