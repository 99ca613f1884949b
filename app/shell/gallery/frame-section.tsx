import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router'
import { useProduct } from '#app/base/product.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { BottomBar } from '#app/shell/bottom-bar.tsx'
import { Example, Section } from '#app/shell/gallery/section.tsx'
import { Header } from '#app/shell/header.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { paise } from '#kernel/money.ts'

const viewers: Record<string, Viewer | null> = {
  'signed-out': null,
  // A student with a few transactions in the last 24 hours, and an expert with more than the badge shows.
  student: {
    id: '1',
    avatarUrl: null,
    name: 'Asha Verma',
    email: 'asha.verma@example.in',
    role: 'student',
    wallet: { available: paise(1_240_50), onHold: paise(0), earnedToday: paise(0), recentLines: 3 },
    bell: { unread: 2, latest: null },
  },
  expert: {
    id: '2',
    avatarUrl: null,
    name: 'Dr. Kavita Raghunathan-Subramaniam',
    email: 'kavita.raghunathan.subramaniam@example.in',
    role: 'expert',
    wallet: {
      available: paise(1_00_000_00),
      onHold: paise(0),
      earnedToday: paise(0),
      recentLines: 120,
    },
    bell: { unread: 100, latest: null },
  },
}

/** Shown on demand, because a page inside the page duplicates its landmarks. */
export function FrameSection({ id, title }: { id: string; title: string }) {
  const [query] = useSearchParams()
  const name = query.get('viewer') ?? ''
  const viewer = viewers[name]
  return (
    <Section id={id} title={title}>
      <Example title="Seen by" row>
        {Object.keys(viewers).map((key) => (
          <ButtonLink
            key={key}
            to={{ search: `?viewer=${key}`, hash: `#${id}` }}
            preventScrollReset
            size="small"
            variant="outline"
            aria-current={key === name ? 'true' : undefined}
          >
            {key}
          </ButtonLink>
        ))}
      </Example>
      {viewer !== undefined && (
        <div key={name} className="space-y-4">
          <FramePreview title={`Wide, ${name}`} viewer={viewer} />
          <FramePreview title={`On a phone, ${name}`} viewer={viewer} narrow />
        </div>
      )}
    </Section>
  )
}

/**
 * Uses an iframe, because two headers on one page would share popover ids, and because media queries then follow its
 * width. It has no URL, because the server forbids framing.
 */
function FramePreview({ title, viewer, narrow = false }: { title: string; viewer: Viewer | null; narrow?: boolean }) {
  const product = useProduct()
  const [body, setBody] = useState<HTMLElement | null>(null)
  return (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it holds our own components, and axe must run in it */}
      <iframe
        title={title}
        ref={(frame) => {
          const inner = frame?.contentDocument
          if (!inner || inner.body === body) return
          inner.title = title
          inner.documentElement.lang = document.documentElement.lang
          for (const style of document.querySelectorAll('link[rel=stylesheet], style')) {
            inner.head.append(style.cloneNode(true))
          }
          setBody(inner.body)
        }}
        className={cx('max-w-full rounded-card border border-line', narrow ? 'h-96 w-97.5' : 'h-80 w-full')}
      />
      {body &&
        createPortal(
          <>
            <Header product={product} viewer={viewer} />
            <BottomBar viewer={viewer} />
          </>,
          body,
        )}
    </>
  )
}
