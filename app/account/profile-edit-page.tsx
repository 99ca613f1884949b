import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { PhotoField } from '#app/account/photo/photo-field.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

type Props = {
  heading: string
  /** Path of the profile page. */
  back: string
  person: { name: string; photoUrl: string | null }
  children: ReactNode
}

/** The photo is saved as soon as it is chosen. The form below has its own save button. */
export function ProfileEditPage({ heading, back, person, children }: Props) {
  const { revalidate } = useRevalidator()
  return (
    <div className="page max-w-form py-8 md:py-12">
      <BackLink to={back}>Back to your profile</BackLink>
      <h1 className="mt-3 text-title">{heading}</h1>
      <div className="mt-8">
        <PhotoField name={person.name} currentUrl={person.photoUrl} onChanged={() => void revalidate()} />
      </div>
      {children}
    </div>
  )
}
