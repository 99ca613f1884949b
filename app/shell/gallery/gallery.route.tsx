import { ControlsSection } from '#app/shell/gallery/controls-section.tsx'
import { DataSection } from '#app/shell/gallery/data-section.tsx'
import { FeedbackSection } from '#app/shell/gallery/feedback-section.tsx'
import { FieldsSection } from '#app/shell/gallery/fields-section.tsx'
import { FrameSection } from '#app/shell/gallery/frame-section.tsx'
import { OverlaysSection } from '#app/shell/gallery/overlays-section.tsx'
import { PeopleSection } from '#app/shell/gallery/people-section.tsx'
import { PhotoSection } from '#app/shell/gallery/photo-section.tsx'

const sections = [
  { id: 'controls', title: 'Buttons and choices', Content: ControlsSection },
  { id: 'fields', title: 'Fields', Content: FieldsSection },
  { id: 'overlays', title: 'Tabs, menus, dialogs and sheets', Content: OverlaysSection },
  { id: 'people', title: 'People, badges and cards', Content: PeopleSection },
  { id: 'photo', title: 'Profile photo', Content: PhotoSection },
  { id: 'data', title: 'Tables, figures and pagination', Content: DataSection },
  { id: 'feedback', title: 'Notices, progress and toasts', Content: FeedbackSection },
  { id: 'frame', title: 'Header and bottom bar', Content: FrameSection },
]

export const meta = () => [{ title: 'Gallery of components' }, { name: 'robots', content: 'noindex' }]

/** Every component in every state. The route exists in development only. */
export default function Gallery() {
  return (
    <div className="page py-10">
      <h1 className="text-display">Gallery</h1>
      <p className="mt-3 text-soft">Every component of the product in every state.</p>
      <nav aria-label="Sections" className="my-8">
        <ul className="flex flex-wrap gap-2">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-small text-soft hover:border-line-strong hover:text-text"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, Content }) => (
        <Content key={id} id={id} title={title} />
      ))}
    </div>
  )
}
