import type { HTMLAttributes } from 'react'

export type Presence = 'online' | 'busy' | 'offline'

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'span' | 'p'
  presence: Presence
  statusTexts: Record<Presence, string>
}

/**
 * Text that follows a user's presence. All variants are in the HTML, so that the live script can switch them before
 * hydration. Hydration keeps the current text. React then reads the status from the DOM.
 */
export function PresenceText({ as: Element = 'span', presence, statusTexts, ...rest }: Props) {
  return (
    <Element
      {...rest}
      data-presence={presence}
      data-online={statusTexts.online}
      data-busy={statusTexts.busy}
      data-offline={statusTexts.offline}
      suppressHydrationWarning
    >
      {statusTexts[presence]}
    </Element>
  )
}
