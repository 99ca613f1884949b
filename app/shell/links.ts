import { ownLinks, ownSecurityPath } from '#app/base/own-links.ts'
import type { Viewer } from '#app/base/viewer.ts'

export const mainLinks = [
  { to: '/', label: 'Home' },
  { to: '/experts', label: 'Experts' },
  { to: '/how-it-works', label: 'How It Works' },
] as const

export const footerLinks = [
  {
    heading: 'Quick Links',
    links: [
      { to: '/', label: 'Home' },
      { to: '/experts', label: 'Find Experts' },
      { to: '/how-it-works', label: 'How It Works' },
      { to: '/profile', label: 'Your Profile' },
    ],
  },
  {
    heading: 'Legal',
    links: [
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
      { to: '/cookies', label: 'Cookie Policy' },
    ],
  },
] as const

type OwnLink = { to: string; label: string }

/** The menu links of a signed-in user, besides Log out. */
export function menuLinks(viewer: Viewer): OwnLink[] {
  if (viewer.role === 'team') {
    return [
      { to: '/team', label: 'Team' },
      { to: '/user/security', label: 'Security' },
    ]
  }
  const { profile, wallet, sessions } = ownLinks(viewer)
  const isExpert = viewer.role === 'expert'
  const booked = isExpert ? { to: '/expert/schedule', label: 'Schedule' } : { to: '/user/bookings', label: 'Bookings' }
  const security = { to: ownSecurityPath(viewer), label: 'Security' }
  return [profile, wallet, sessions, booked, security]
}
