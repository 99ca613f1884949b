import type { Viewer } from '#app/features/frame/viewer.ts'

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

/** Where one's own pages are; a signed-out visitor is asked to sign in and then taken there. */
export function ownLinks(viewer: Viewer | null) {
  if (!viewer) {
    return {
      profile: { to: '/login?from=profile', label: 'Profile' },
      wallet: { to: '/login?from=wallet', label: 'Wallet' },
    }
  }
  return viewer.role === 'expert'
    ? {
        profile: { to: '/expert/profile', label: 'Expert Profile' },
        wallet: { to: '/expert/wallet', label: 'Expert Wallet' },
      }
    : {
        profile: { to: '/user/profile', label: 'User Profile' },
        wallet: { to: '/user/wallet', label: 'User Wallet' },
      }
}
