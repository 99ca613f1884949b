import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { useTopic } from '#app/base/live/use-topic.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { bellCount, bellName, findAnnouncement } from '#app/notifications/bell-text.ts'
import type { Bell } from '#domain/notifications/contract.ts'

/** Links to the notifications and shows the live unread count. */
export function BellLink({ viewer }: { viewer: Viewer }) {
  const bell = useTopic(`notices:${viewer.id}`, viewer.bell)
  const announcement = useAnnouncementText(bell)
  return (
    <>
      <NavLink
        to="/notifications"
        end
        aria-label={bellName(bell.unread)}
        className="relative flex size-11 items-center justify-center rounded-control text-soft hover:text-text aria-[current=page]:text-accent"
      >
        <BellIcon className="size-5.5" aria-hidden="true" />
        {bell.unread > 0 && (
          <span
            aria-hidden="true"
            className="figures absolute top-0.5 left-5.5 min-w-5 rounded-full bg-bad-deep px-1 text-center text-small leading-5 font-semibold text-text"
          >
            {bellCount(bell.unread)}
          </span>
        )}
      </NavLink>
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </>
  )
}

/** Keeps the last announcement until a newer one replaces it. */
function useAnnouncementText(bell: Bell): string {
  const [last, setLast] = useState({ bell, announcement: '' })
  if (last.bell !== bell) setLast({ bell, announcement: findAnnouncement(last.bell, bell) ?? last.announcement })
  return last.announcement
}
