import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { avatarColour } from '#app/ui/avatar-face.ts'
import { cx } from '#app/ui/cx.ts'
import { pictureSizes } from '#app/ui/picture-sizes.ts'
import { type Presence, PresenceText } from '#app/ui/presence-text.tsx'
import { initials } from '#kernel/initials.ts'

const sizes = {
  small: { box: 'size-9 text-small', dot: 'size-2.5 border-2', pixels: 36 },
  medium: { box: 'size-12 text-body', dot: 'size-3.5 border-2', pixels: 48 },
  large: { box: 'size-18 text-title', dot: 'size-4.5 border-3', pixels: 72 },
  huge: { box: 'size-28 text-[2.5rem]', dot: 'size-6 border-4', pixels: 112 },
  giant: {
    box: 'size-32 text-[2.75rem] md:size-40 md:text-[3.5rem]',
    dot: 'right-1.5 bottom-1.5 size-6 border-4 md:right-2.5 md:bottom-2.5 md:size-7',
    pixels: 160,
  },
}
/** The presence states differ in shape as well as in colour. */
const dotStyles = cx(
  'data-[presence=online]:bg-good',
  'data-[presence=busy]:bg-accent data-[presence=busy]:shadow-[inset_0_0_0_2px_var(--color-accent),inset_0_0_0_9px_var(--color-ink)]',
  'data-[presence=offline]:bg-ink data-[presence=offline]:shadow-[inset_0_0_0_2px_var(--color-quiet)]',
)
const dotLabels = { online: 'Available Now', busy: 'In a Session', offline: 'Offline' }

type Props = {
  name: string
  src?: string | null
  size?: keyof typeof sizes
  presence?: Presence
  /** Set when the name is not shown beside the picture. The name is then the label of the picture. */
  alone?: boolean
  className?: string
}

/** A photo, or initials on a colour when there is no photo or it fails to load. */
export function Avatar({ name, src, size = 'medium', presence, alone = false, className }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const { box, dot, pixels } = sizes[size]
  return (
    <span className={cx('relative inline-flex shrink-0 rounded-full', box, className)}>
      <span
        role={alone ? 'img' : undefined}
        aria-label={alone ? name : undefined}
        aria-hidden={alone ? undefined : true}
        className={cx(
          'flex size-full items-center justify-center overflow-hidden rounded-full font-semibold text-text select-none',
          avatarColour(name),
        )}
      >
        {src && src !== failedSrc ? (
          <img
            src={src}
            srcSet={pictureSizes(src)}
            sizes={`${pixels}px`}
            loading={pixels < 100 ? 'lazy' : undefined}
            decoding="async"
            alt=""
            width={pixels}
            height={pixels}
            className="size-full object-cover"
            onError={() => setFailedSrc(src)}
            // If the image has failed before hydration, no error event follows.
            ref={(image) => {
              if (image?.complete && image.naturalWidth === 0) setFailedSrc(src)
            }}
          />
        ) : (
          initials(name) || <UserRound className="size-1/2" />
        )}
      </span>
      {presence && (
        <span
          data-presence={presence}
          className={cx('absolute right-0 bottom-0 rounded-full border-ink', dot, dotStyles)}
        >
          <PresenceText presence={presence} statusTexts={dotLabels} className="sr-only" />
        </span>
      )}
    </span>
  )
}
